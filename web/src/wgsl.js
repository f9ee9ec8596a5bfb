// WGSL's words, for colours.
import { StreamLanguage, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const KEYWORDS = new Set('alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if let loop override requires return struct switch true var while'.split(' '));
const TYPES = /^(array|atomic|bool|f16|f32|i32|u32|ptr|mat[234]x[234][fh]?|vec[234][fhiu]?|storage|uniform|workgroup|private|function|read|read_write|write)$/;

export const wgsl = StreamLanguage.define({
  name: 'wgsl',
  startState: () => ({ depth: 0 }),
  token(stream, state) {
    if (state.depth > 0 || stream.match('/*')) {
      if (state.depth === 0) state.depth = 1;
      while (state.depth > 0 && !stream.eol()) {
        if (stream.match('/*')) state.depth += 1;
        else if (stream.match('*/')) state.depth -= 1;
        else stream.next();
      }
      return 'comment';
    }
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^@\w+/)) return 'attributeName';
    if (stream.match(/^(0[xX][\da-fA-F]+[iu]?|\d+\.?\d*([eE][+-]?\d+)?[iufh]?|\.\d+([eE][+-]?\d+)?[fh]?)/)) return 'number';
    const word = stream.match(/^[\p{XID_Start}_]\p{XID_Continue}*/u);
    if (word) return KEYWORDS.has(word[0]) ? 'keyword' : TYPES.test(word[0]) ? 'typeName' : null;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
});

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.keyword, class: 'w-keyword' },
  { tag: tags.typeName, class: 'w-type' },
  { tag: tags.number, class: 'w-number' },
  { tag: tags.comment, class: 'w-comment' },
  { tag: tags.attributeName, class: 'w-attribute' },
]));
