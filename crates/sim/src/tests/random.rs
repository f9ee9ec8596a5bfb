//! Random programs: what the simulator computes against a reference that runs one invocation at a time.

use super::harness::Case;
use std::fmt::Write;

const LANES: u32 = 48;
const VARIABLES: usize = 4;

enum Expr {
    Constant(u32),
    Lane,
    Variable(usize),
    /// A `let`, by number.
    Named(usize),
    Element(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `twist(x, y)`, a function with an early return.
    Call(Box<Expr>, Box<Expr>),
}

enum Stmt {
    Assign(usize, Expr),
    Store(Expr, Expr),
    /// Exchanges two variables through a vector.
    Swap(usize, usize),
    Name(usize, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for` with its own counter, a bound that differs by lane.
    Loop(usize, Expr, Vec<Stmt>),
    BreakIf(Expr),
    ContinueIf(Expr),
    ReturnIf(Expr),
    Switch(Expr, Vec<Stmt>, Vec<Stmt>, Vec<Stmt>),
    /// `bump(&variable, x)`: a function that writes through a pointer.
    Bump(usize, Expr),
}

struct Generator {
    random: fastrand::Rng,
    names: usize,
    loops: usize,
}

impl Generator {
    fn expr(&mut self, depth: usize, visible: &[usize]) -> Expr {
        let choice = self.random.usize(0..if depth == 0 { 5 } else { 10 });
        let inner = |generator: &mut Self| Box::new(generator.expr(depth.saturating_sub(1), visible));
        match choice {
            0 => Expr::Constant(self.random.u32(0..7)),
            1 => Expr::Lane,
            2 if !visible.is_empty() => Expr::Named(visible[self.random.usize(0..visible.len())]),
            2..=4 => Expr::Variable(self.random.usize(0..VARIABLES)),
            5 => Expr::Element(inner(self)),
            6 => Expr::Select(inner(self), inner(self), inner(self)),
            7 => Expr::Call(inner(self), inner(self)),
            _ => {
                let operators = ["+", "-", "*", "/", "%", "&", "|", "^", "<", "==", "&&", "||"];
                let operator = operators[self.random.usize(0..operators.len())];
                Expr::Binary(operator, inner(self), inner(self))
            }
        }
    }

    fn block(&mut self, depth: usize, in_loop: bool, visible: &[usize]) -> Vec<Stmt> {
        let mut visible = visible.to_vec();
        (0..self.random.usize(1..5)).map(|_| self.stmt(depth, in_loop, &mut visible)).collect()
    }

    fn stmt(&mut self, depth: usize, in_loop: bool, visible: &mut Vec<usize>) -> Stmt {
        let expr = self.expr(2, visible);
        let variable = self.random.usize(0..VARIABLES);
        let deeper = depth.saturating_sub(1);
        match self.random.usize(0..if depth == 0 { 6 } else { 12 }) {
            0 => Stmt::Store(self.expr(1, visible), expr),
            1 => Stmt::Swap(variable, self.random.usize(0..VARIABLES)),
            2 => {
                self.names += 1;
                visible.push(self.names);
                Stmt::Name(self.names, expr)
            }
            3 => Stmt::Bump(variable, expr),
            4 | 5 => Stmt::Assign(variable, expr),
            6 | 7 => Stmt::If(expr, self.block(deeper, in_loop, visible), self.block(deeper, in_loop, visible)),
            8 => {
                self.loops += 1;
                Stmt::Loop(self.loops, expr, self.block(deeper, true, visible))
            }
            9 if in_loop => Stmt::BreakIf(expr),
            10 if in_loop => Stmt::ContinueIf(expr),
            9 if self.random.u8(0..4) == 0 => Stmt::ReturnIf(expr),
            _ => Stmt::Switch(
                expr,
                self.block(deeper, in_loop, visible),
                self.block(deeper, in_loop, visible),
                self.block(deeper, in_loop, visible),
            ),
        }
    }
}

/// Two private variables and two of the caller's, through pointers.
const NAMES: [&str; VARIABLES] = ["v0", "v1", "(*w2)", "(*w3)"];
const BUMPS: [&str; VARIABLES] = ["bump0(", "bump1(", "bump(w2,", "bump(w3,"];

fn show(expr: &Expr) -> String {
    match expr {
        // Not a constant to naga, which would refuse to divide by zero.
        Expr::Constant(value) => format!("({value}u + o)"),
        Expr::Lane => "lane".into(),
        Expr::Variable(at) => NAMES[*at].into(),
        Expr::Named(at) => format!("n{at}"),
        Expr::Element(at) => format!("(*t)[{} & 3u]", show(at)),
        Expr::Binary(op @ ("<" | "=="), a, b) => format!("u32({} {op} {})", show(a), show(b)),
        Expr::Binary(op @ ("&&" | "||"), a, b) => {
            format!("u32(({} > 2u) {op} ({} > 2u))", show(a), show(b))
        }
        Expr::Binary(op, a, b) => format!("({} {op} {})", show(a), show(b)),
        Expr::Select(a, b, c) => format!("select({}, {}, {} > 3u)", show(a), show(b), show(c)),
        Expr::Call(a, b) => format!("twist({}, {})", show(a), show(b)),
    }
}

fn print(block: &[Stmt], out: &mut String) {
    for stmt in block {
        let _ = match stmt {
            Stmt::Assign(at, expr) => writeln!(out, "{} = {};", NAMES[*at], show(expr)),
            Stmt::Store(at, expr) => writeln!(out, "(*t)[{} & 3u] = {};", show(at), show(expr)),
            Stmt::Swap(a, b) => {
                let (a, b) = (NAMES[*a], NAMES[*b]);
                writeln!(out, "{{ var p = vec2({a}, {b}); p = p.yx; {a} = p.x; {b} = p.y; }}")
            }
            Stmt::Name(at, expr) => writeln!(out, "let n{at} = {};", show(expr)),
            Stmt::Bump(at, expr) => writeln!(out, "{} {});", BUMPS[*at], show(expr)),
            Stmt::BreakIf(expr) => writeln!(out, "if ({} & 1u) == 1u {{ break; }}", show(expr)),
            Stmt::ContinueIf(expr) => {
                writeln!(out, "if ({} & 1u) == 1u {{ continue; }}", show(expr))
            }
            Stmt::ReturnIf(expr) => writeln!(out, "if ({} & 7u) == 1u {{ return; }}", show(expr)),
            Stmt::If(expr, yes, no) => {
                let _ = writeln!(out, "if ({} & 1u) == 1u {{", show(expr));
                print(yes, out);
                let _ = writeln!(out, "}} else {{");
                print(no, out);
                writeln!(out, "}}")
            }
            Stmt::Loop(at, expr, body) => {
                let _ = writeln!(out, "for (var k{at} = 0u; k{at} < ({} & 3u); k{at}++) {{", show(expr));
                print(body, out);
                writeln!(out, "}}")
            }
            Stmt::Switch(expr, one, two, rest) => {
                let _ = writeln!(out, "switch {} & 3u {{ case 0u: {{", show(expr));
                print(one, out);
                let _ = writeln!(out, "}} case 1u, 2u: {{");
                print(two, out);
                let _ = writeln!(out, "}} default: {{");
                print(rest, out);
                writeln!(out, "}} }}")
            }
        };
    }
}

/// One invocation of the reference.
struct State {
    lane: u32,
    v: [u32; VARIABLES],
    t: [u32; 4],
    names: std::collections::HashMap<usize, u32>,
}

enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

impl State {
    fn eval(&self, expr: &Expr) -> u32 {
        match expr {
            Expr::Constant(value) => *value,
            Expr::Lane => self.lane,
            Expr::Variable(at) => self.v[*at],
            Expr::Named(at) => self.names[at],
            Expr::Element(at) => self.t[(self.eval(at) & 3) as usize],
            Expr::Select(a, b, c) => {
                if self.eval(c) > 3 {
                    self.eval(b)
                } else {
                    self.eval(a)
                }
            }
            Expr::Call(a, b) => twist(self.eval(a), self.eval(b)),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                match *op {
                    "+" => a.wrapping_add(b),
                    "-" => a.wrapping_sub(b),
                    "*" => a.wrapping_mul(b),
                    "/" => a.checked_div(b).unwrap_or(a),
                    "%" => a.checked_rem(b).unwrap_or(0),
                    "&" => a & b,
                    "|" => a | b,
                    "^" => a ^ b,
                    "<" => u32::from(a < b),
                    "==" => u32::from(a == b),
                    "&&" => u32::from(a > 2 && b > 2),
                    _ => u32::from(a > 2 || b > 2),
                }
            }
        }
    }

    fn run(&mut self, block: &[Stmt]) -> Flow {
        for stmt in block {
            let flow = self.step(stmt);
            if !matches!(flow, Flow::Next) {
                return flow;
            }
        }
        Flow::Next
    }

    fn step(&mut self, stmt: &Stmt) -> Flow {
        match stmt {
            Stmt::Assign(at, expr) => self.v[*at] = self.eval(expr),
            Stmt::Store(at, expr) => self.t[(self.eval(at) & 3) as usize] = self.eval(expr),
            Stmt::Swap(a, b) => self.v.swap(*a, *b),
            Stmt::Name(at, expr) => {
                let value = self.eval(expr);
                self.names.insert(*at, value);
            }
            Stmt::Bump(at, expr) => {
                let x = self.eval(expr);
                self.v[*at] = if x > 9 { 1 } else { self.v[*at].wrapping_add(x) };
            }
            Stmt::BreakIf(expr) if self.eval(expr) & 1 == 1 => return Flow::Break,
            Stmt::ContinueIf(expr) if self.eval(expr) & 1 == 1 => return Flow::Continue,
            Stmt::ReturnIf(expr) if self.eval(expr) & 7 == 1 => return Flow::Return,
            Stmt::BreakIf(_) | Stmt::ContinueIf(_) | Stmt::ReturnIf(_) => {}
            Stmt::If(expr, yes, no) => {
                return if self.eval(expr) & 1 == 1 { self.run(yes) } else { self.run(no) };
            }
            Stmt::Loop(_, expr, body) => {
                let mut k = 0;
                while k < (self.eval(expr) & 3) {
                    match self.run(body) {
                        Flow::Break => break,
                        Flow::Return => return Flow::Return,
                        Flow::Next | Flow::Continue => k += 1,
                    }
                }
            }
            Stmt::Switch(expr, one, two, rest) => {
                let flow = match self.eval(expr) & 3 {
                    0 => self.run(one),
                    1 | 2 => self.run(two),
                    _ => self.run(rest),
                };
                return if matches!(flow, Flow::Break) { Flow::Next } else { flow };
            }
        }
        Flow::Next
    }
}

fn twist(x: u32, y: u32) -> u32 {
    if x > 20 {
        return y;
    }
    let mut sum = x;
    for k in 0..y & 3 {
        if sum == 5 {
            return k;
        }
        sum = sum.wrapping_add(k);
    }
    sum
}

const FUNCTIONS: &str = "
@group(0) @binding(0) var<storage, read_write> out: array<array<u32, 8>>;
fn twist(x: u32, y: u32) -> u32 {
    if (x > 20u) { return y; }
    var sum = x;
    for (var k = 0u; k < (y & 3u); k++) { if (sum == 5u) { return k; } sum += k; }
    return sum;
}
fn bump(p: ptr<function, u32>, x: u32) {
    if (x > 9u) { *p = 1u; return; }
    *p += x;
}
var<private> v0: u32;
var<private> v1: u32;
fn bump0(x: u32) { var p = v0; bump(&p, x); v0 = p; }
fn bump1(x: u32) { var p = v1; bump(&p, x); v1 = p; }
";

fn program(seed: u64) -> (String, Vec<Stmt>) {
    let mut generator = Generator { random: fastrand::Rng::with_seed(seed), names: 0, loops: 0 };
    let block = generator.block(3, false, &[]);
    let mut body = String::new();
    print(&block, &mut body);
    let source = format!(
        "{FUNCTIONS}
fn body(lane: u32, w2: ptr<function, u32>, w3: ptr<function, u32>, t: ptr<function, array<u32, 4>>) {{
let o = lane >> 16u;
{body}}}
@compute @workgroup_size({LANES}) fn main(@builtin(local_invocation_index) lane: u32) {{
    v0 = 0u;
    v1 = 1u;
    var v2 = lane;
    var v3 = 3u;
    var t: array<u32, 4>;
    body(lane, &v2, &v3, &t);
    out[lane] = array(v0, v1, v2, v3, t[0], t[1], t[2], t[3]);
}}"
    );
    (source, block)
}

#[test]
fn random_programs_compute_what_each_invocation_alone_would() {
    for seed in 0..400 {
        let (source, block) = program(seed);
        let width = [4, 16, 32, 64][seed as usize % 4];
        let ran = Case::new(&source).zeros(0, LANES as usize * 32).width(width).run().clean();
        let got = ran.u32s(0);
        for lane in 0..LANES {
            let mut state = State { lane, v: [0, 1, lane, 3], t: [0; 4], names: Default::default() };
            state.run(&block);
            let expected = [&state.v[..], &state.t[..]].concat();
            assert_eq!(got[lane as usize * 8..][..8], expected, "seed {seed}, lane {lane}\n{source}");
        }
    }
}
