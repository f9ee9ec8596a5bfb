// The lanes, in motion: steps through a trace ("lockstep/trace/1") of one workgroup. No framework and no network, so that
// the same file works within a report and on the site. `LockstepPlayer.mount(place, trace, source)` builds a player.
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const PLAY_MS = 450;

  /** Lane numbers of a set of lanes, which JSON holds in hexadecimal digits. */
  function lanesOf(hex) {
    const lanes = [];
    let bits = BigInt(`0x${hex}`);
    for (let lane = 0; bits; lane += 1, bits >>= 1n) if (bits & 1n) lanes.push(lane);
    return lanes;
  }

  /** Ascending numbers in words: "0 to 7 and 12". */
  function ranges(numbers) {
    const parts = [];
    for (const number of numbers) {
      const last = parts.at(-1);
      if (last && last[1] + 1 === number) last[1] = number;
      else parts.push([number, number]);
    }
    const words = parts.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
    return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('');
  }

  const laneWords = (lanes) => `${lanes.length === 1 ? 'lane' : 'lanes'} ${ranges(lanes)}`;

  /** An element with attributes and children. */
  function make(name, attributes = {}, ...children) {
    const svg = ['svg', 'rect', 'line', 'text', 'title', 'g'].includes(name);
    const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
      else if (value === true) element.setAttribute(key, '');
      else if (value !== false && value != null) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }

  /** Whether a step is one to stop at: its lanes part, or a request takes more than it must. */
  const isEvent = (step) =>
    step.change === 'parts' || (step.requests ?? []).some((request) => request.cost > request.ideal);

  /** The steps of one subgroup, with sets of lanes as numbers. */
  function courseOf(trace, subgroup) {
    const course = [];
    trace.steps.forEach((step, at) => {
      if (step.subgroup !== subgroup) return;
      const waiting = (step.waiting ?? []).map((group) => ({ ...group, lanes: lanesOf(group.lanes) }));
      course.push({ ...step, at, lanes: lanesOf(step.lanes), waiting, event: isEvent(step) });
    });
    return course;
  }

  /** What each lane of a subgroup does in a step. */
  function laneStates(step, launched, width) {
    const states = Array.from({ length: width }, (_, lane) => ({ lane, state: launched.includes(lane) ? 'returned' : 'none' }));
    for (const group of step.waiting) for (const lane of group.lanes) states[lane] = { lane, state: 'waits', line: group.line };
    for (const lane of step.lanes) states[lane] = { lane, state: 'active' };
    return states;
  }

  /** The newest value of each variable in each lane after a step, and which are new in it. */
  function valuesAt(course, position, width) {
    const held = new Map();
    for (const [at, step] of course.slice(0, position + 1).entries()) {
      for (const { variable, values } of step.values ?? []) {
        if (!held.has(variable)) held.set(variable, Array.from({ length: width }, () => null));
        step.lanes.forEach((lane, i) => {
          held.get(variable)[lane] = { value: values.length === 1 ? values[0] : values[i], fresh: at === position };
        });
      }
    }
    return held;
  }

  /** The sentence of a request. */
  function requestWords(request, trace) {
    const verb = { reads: 'read', writes: 'write', updates: 'update' }[request.does];
    const subject = `The lanes ${verb} ${request.name}, ${request.bytes} bytes each`;
    if (request.cost == null) return `${subject}; this machine's banks are not known.`;
    return request.memory === 'storage'
      ? `${subject}: ${request.cost} ${request.cost === 1 ? 'sector' : 'sectors'} of ${trace.sector_bytes} bytes where ${request.ideal} could hold the data.`
      : `${subject}: ${request.cost} ${request.cost === 1 ? 'pass' : 'passes'} over the ${trace.banks} banks where ${request.ideal} could do.`;
  }

  /** What each lane of a request touches: sectors of memory, or words of banks. */
  function targetsOf(request, trace) {
    const unit = request.memory === 'storage' ? trace.sector_bytes : trace.bank_bytes;
    return lanesOf(request.lanes).map((lane, i) => {
      const address = request.addresses[i];
      const units = [];
      for (let at = Math.floor(address / unit); at <= Math.floor((address + request.bytes - 1) / unit); at += 1) units.push(at);
      return { lane, address, units };
    });
  }

  /** Lanes above, what they touch below, and a line for each. */
  function requestPicture(request, trace) {
    const targets = targetsOf(request, trace);
    const storage = request.memory === 'storage';
    const units = [...new Set(targets.flatMap((target) => target.units))].sort((a, b) => a - b);
    const columns = storage ? Math.max(units.length, 1) : trace.banks;
    const column = (unit) => (storage ? units.indexOf(unit) : unit % trace.banks);
    const depth = new Map();
    for (const unit of units) depth.set(column(unit), [...(depth.get(column(unit)) ?? []), unit]);
    const rows = Math.max(1, ...[...depth.values()].map((words) => words.length));
    const shown = Math.min(rows, 8);
    const percent = (share) => `${(share * 100).toFixed(3)}%`;
    const height = 62 + 12 * shown + 14;
    const svg = make('svg', { width: '100%', height, role: 'img', class: request.cost > request.ideal ? 'worse' : null });
    svg.append(make('title', {}, requestWords(request, trace)));
    for (const { lane, units: touched } of targets) {
      const from = (lane + 0.5) / trace.width;
      for (const unit of touched) {
        const row = Math.min(storage ? 0 : depth.get(column(unit)).indexOf(unit), shown - 1);
        const to = (column(unit) + 0.5) / columns;
        svg.append(make('line', { x1: percent(from), y1: 12, x2: percent(to), y2: 60 + 12 * row, class: 'touch' }));
      }
    }
    for (let lane = 0; lane < trace.width; lane += 1) {
      const active = targets.some((target) => target.lane === lane);
      svg.append(make('rect', { x: percent((lane + 0.06) / trace.width), y: 0, width: percent(0.88 / trace.width), height: 12, class: active ? 'lane' : 'lane idle' }));
    }
    for (let at = 0; at < columns; at += 1) {
      for (let row = 0; row < shown; row += 1) {
        const used = (depth.get(at)?.length ?? 0) > row;
        if (row > 0 && !used) continue;
        const conflict = !storage && row > 0;
        svg.append(make('rect', { x: percent((at + 0.06) / columns), y: 60 + 12 * row, width: percent(0.88 / columns), height: 10, class: `target${used ? ' used' : ''}${conflict ? ' conflict' : ''}` }));
      }
    }
    const name = storage ? `sectors ${ranges(units)}` : `banks 0 to ${trace.banks - 1}${rows > shown ? `, up to ${rows} words in one` : ''}`;
    svg.append(make('text', { x: 0, y: height - 2 }, name.length > 90 ? `${name.slice(0, 87)}...` : name));
    return svg;
  }

  function requestView(request, trace) {
    const unit = (at) => (request.memory === 'storage' ? `sector ${at}` : `bank ${at % trace.banks}, word ${Math.floor(at / trace.banks)}`);
    const known = request.cost != null;
    const list = known
      ? targetsOf(request, trace).map((target) => make('li', {}, `lane ${target.lane}: byte ${target.address}, ${target.units.map(unit).join(' and ')}`))
      : [];
    return make(
      'div',
      { class: 'request', 'data-name': request.name, 'data-cost': request.cost, 'data-ideal': request.ideal },
      make('p', {}, requestWords(request, trace)),
      ...(known ? [requestPicture(request, trace), make('details', {}, make('summary', {}, 'Lane by lane'), make('ul', {}, ...list))] : []),
    );
  }

  const CHANGES = { parts: 'Lanes part here.', turns: 'The others go now.', meets: 'Lanes meet again.', returns: 'Lanes have returned.' };

  /** A step in words, for who cannot see the picture or would rather read. */
  function stepWords(step, position, course, trace, launched) {
    const words = [`Step ${position + 1} of ${course.length}, line ${step.line}.`];
    if (step.change) words.push(CHANGES[step.change]);
    words.push(step.lanes.length === launched.length ? `All ${launched.length} lanes are active.` : `${step.lanes.length} of ${launched.length} lanes are active: ${ranges(step.lanes)}.`);
    for (const group of step.waiting) {
      const one = group.lanes.length === 1;
      words.push(`${laneWords(group.lanes)} ${one ? 'waits' : 'wait'} for the others, at what begins on line ${group.line}.`.replace(/^l/, 'L'));
    }
    if (step.barrier) words.push('It waits at the barrier until every subgroup is there.');
    for (const request of step.requests ?? []) words.push(requestWords(request, trace));
    return words.join(' ');
  }

  class Player {
    constructor(place, trace, source) {
      this.trace = trace;
      this.lines = source.trimEnd().split('\n');
      this.position = 0;
      this.timer = null;
      this.build(place);
      this.choose(0);
    }

    build(place) {
      const { trace } = this;
      const button = (name, label, act) => make('button', { type: 'button', 'data-act': name, onclick: act }, label);
      this.subgroups = make('select', { onchange: () => this.choose(Number(this.subgroups.value)) },
        ...trace.subgroups.map((_, at) => make('option', { value: at }, `${at}`)));
      this.play = button('play', 'Play', () => this.toggle());
      this.scrubber = make('input', { type: 'range', min: 0, value: 0, 'aria-label': 'Step', oninput: () => this.go(Number(this.scrubber.value)) });
      this.strip = make('canvas', { class: 'course', height: 64, 'aria-hidden': 'true', onclick: (event) => this.point(event) });
      this.notice = make('p', { class: 'notice', role: 'status' });
      this.says = make('p', { class: 'says', 'aria-live': 'polite' });
      this.lanes = make('div', { class: 'lanes', role: 'img' });
      this.others = make('p', { class: 'others' });
      this.requests = make('div', { class: 'requests' });
      this.values = make('div', { class: 'values', tabindex: 0, role: 'region', 'aria-label': 'Values by lane' });
      this.code = make('ol', { class: 'code' }, ...this.lines.map((line) => make('li', {}, make('code', {}, line || ' '))));
      this.listing = make('div', { class: 'listing', tabindex: 0, role: 'region', 'aria-label': 'Source' }, this.code);
      const [x, y, z] = trace.workgroup;
      this.root = make('div', { class: 'player', role: 'group', 'aria-label': 'The lanes, in motion', onkeydown: (event) => this.key(event) },
        make('div', { class: 'controls' },
          make('label', {}, 'Subgroup ', this.subgroups),
          button('first', 'First', () => this.go(0)),
          button('back', 'Back', () => this.go(this.position - 1)),
          this.play,
          button('forward', 'Forward', () => this.go(this.position + 1)),
          button('event', 'Next divergence or conflict', () => this.toEvent(1)),
          button('event-back', 'Previous divergence or conflict', () => this.toEvent(-1))),
        this.notice,
        make('div', { class: 'scrub' }, this.strip, this.scrubber),
        this.says,
        make('div', { class: 'stage' }, this.listing, make('div', { class: 'moment' }, this.lanes, this.others, this.requests, this.values)),
        make('p', { class: 'small' },
          `Workgroup (${x}, ${y}, ${z}), run alone. A row of the strip is a lane, a column a step: filled where the lane is active. `,
          'Keys: arrows for a step, n and p for the next and the previous divergence or conflict.',
          trace.complete ? '' : ' The trace was ended here; the kernel goes on.'));
      place.append(this.root);
      if ('ResizeObserver' in window) new ResizeObserver(() => this.resize()).observe(this.strip);
    }

    resize() {
      this.draw();
      const step = this.course[this.position];
      if (step) this.showLine(step.line);
    }

    choose(subgroup) {
      this.subgroups.value = subgroup;
      this.subgroup = subgroup;
      this.launched = lanesOf(this.trace.subgroups[subgroup] ?? '0');
      this.course = courseOf(this.trace, subgroup);
      this.scrubber.max = Math.max(this.course.length - 1, 0);
      this.go(0);
    }

    go(position) {
      this.position = Math.min(Math.max(position, 0), Math.max(this.course.length - 1, 0));
      if (this.position === this.course.length - 1) this.pause();
      this.show();
    }

    toEvent(direction) {
      for (let at = this.position + direction; at >= 0 && at < this.course.length; at += direction) {
        if (this.course[at].event) return this.go(at);
      }
      const some = this.course.some((step) => step.event);
      const said = some
        ? `There is no ${direction > 0 ? 'later' : 'earlier'} divergence or conflict in this subgroup's course.`
        : "There is no divergence or conflict in this subgroup's course: its lanes stay together, and no request costs more than it need.";
      // A screen reader reads it again only where it changes.
      this.notice.textContent = this.notice.textContent === said ? `${said}\u00a0` : said;
    }

    toggle() {
      if (this.timer) return this.pause();
      if (this.position === this.course.length - 1) this.go(0);
      this.says.setAttribute('aria-live', 'off');
      this.play.textContent = 'Pause';
      this.timer = setInterval(() => this.go(this.position + 1), PLAY_MS);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      this.says.setAttribute('aria-live', 'polite');
      this.play.textContent = 'Play';
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || ['INPUT', 'SELECT'].includes(event.target.tagName)) return;
      const act = {
        ArrowRight: () => this.go(this.position + 1), ArrowLeft: () => this.go(this.position - 1),
        n: () => this.toEvent(1), p: () => this.toEvent(-1),
      }[event.key];
      // Where the focus can scroll sideways, arrows are its own.
      if (!act || (event.key.startsWith('Arrow') && event.target.getAttribute('role') === 'region')) return;
      event.preventDefault();
      act();
    }

    point(event) {
      const share = event.offsetX / this.strip.clientWidth;
      this.go(Math.floor(share * this.course.length));
    }

    words() {
      const step = this.course[this.position];
      return step ? stepWords(step, this.position, this.course, this.trace, this.launched) : 'This subgroup has no steps.';
    }

    show() {
      const step = this.course[this.position];
      this.scrubber.value = this.position;
      const words = this.words();
      this.scrubber.setAttribute('aria-valuetext', words);
      this.says.textContent = words;
      this.notice.textContent = '';
      this.draw();
      this.code.querySelector('.now')?.classList.remove('now');
      this.code.querySelector('[aria-current]')?.removeAttribute('aria-current');
      for (const view of [this.lanes, this.requests, this.values]) view.replaceChildren();
      this.others.textContent = '';
      if (!step) return;
      this.showLine(step.line);
      this.showLanes(step);
      this.showOthers(step);
      this.requests.append(...(step.requests ?? []).map((request) => requestView(request, this.trace)));
      this.showValues();
    }

    showLine(line) {
      const row = this.code.children[line - 1];
      if (!row) return;
      row.classList.add('now');
      row.setAttribute('aria-current', 'step');
      this.listing.scrollTop = row.offsetTop - this.listing.clientHeight / 2;
    }

    showLanes(step) {
      const states = laneStates(step, this.launched, this.trace.width);
      this.lanes.setAttribute('aria-label', this.words());
      const words = { active: () => 'active', waits: (state) => `waits for the others, at what begins on line ${state.line}`, returned: () => 'has returned', none: () => 'not launched' };
      for (const state of states) {
        const title = `lane ${state.lane}: ${words[state.state](state)}`;
        this.lanes.append(make('span', { class: `lane ${state.state}`, 'data-lane': state.lane, 'data-state': state.state, 'data-line': state.line, title }, `${state.lane}`));
      }
    }

    /** Where the other subgroups are when this step begins. */
    showOthers(step) {
      const last = new Map();
      for (const other of this.trace.steps.slice(0, step.at)) last.set(other.subgroup, other);
      const states = new Map();
      for (const at of this.trace.subgroups.keys()) {
        if (at === this.subgroup) continue;
        const other = last.get(at);
        const later = this.trace.steps.slice(step.at).some((next) => next.subgroup === at);
        const state = !other ? 'not begun' : other.barrier ? `at the barrier on line ${other.line}` : later ? '' : 'with no further step';
        if (state) states.set(state, [...(states.get(state) ?? []), at]);
      }
      const words = [...states].map(([state, numbers]) => `${ranges(numbers)} ${state}`);
      this.others.textContent = words.length ? `The other subgroups: ${words.join('; ')}.` : '';
    }

    showValues() {
      const held = valuesAt(this.course, this.position, this.trace.width);
      if (held.size === 0) return;
      const text = (cell) => (cell ? (typeof cell.value === 'number' ? `${Number(cell.value.toPrecision(7))}` : `${cell.value}`) : '');
      const head = make('tr', {}, make('th', { scope: 'col' }, 'lane'), ...Array.from({ length: this.trace.width }, (_, lane) => make('th', { scope: 'col' }, `${lane}`)));
      const rows = [...held].sort(([a], [b]) => a - b).map(([variable, cells]) => make('tr', { 'data-variable': this.trace.variables[variable].name },
        make('th', { scope: 'row' }, this.trace.variables[variable].name),
        ...cells.map((cell) => make('td', { class: cell?.fresh ? 'fresh' : null }, text(cell)))));
      this.values.append(make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)));
    }

    /** The whole course of the subgroup: a column a step, a row a lane. */
    draw() {
      const { strip, course } = this;
      const width = strip.clientWidth;
      if (!width || !course?.length) return;
      const style = getComputedStyle(this.root);
      const colour = (name) => style.getPropertyValue(name).trim();
      const dense = window.devicePixelRatio || 1;
      [strip.width, strip.height] = [width * dense, 64 * dense];
      const pen = strip.getContext('2d');
      const [step, lane] = [strip.width / course.length, strip.height / this.trace.width];
      course.forEach((column, at) => {
        pen.fillStyle = colour(column.event ? '--bad' : '--fill');
        for (const active of column.lanes) pen.fillRect(at * step, active * lane, Math.max(step * 0.92, 0.5), lane * 0.85);
      });
      pen.strokeStyle = colour('--ink');
      pen.lineWidth = 2 * dense;
      pen.strokeRect(this.position * step, dense, Math.max(step, 3 * dense), strip.height - 2 * dense);
    }
  }

  function mount(place, trace, source) {
    return new Player(place, trace, source);
  }

  globalThis.LockstepPlayer = { mount, lanesOf, ranges, courseOf, laneStates, valuesAt, targetsOf, stepWords };

  // Within a report: its trace and its source are data beside the script.
  if (globalThis.document) {
    for (const data of document.querySelectorAll('script[type="application/json"][data-trace]')) {
      const { trace, source } = JSON.parse(data.textContent);
      mount(data.parentElement, trace, source);
    }
  }
})();
