// The completion for zsh, by its own _arguments. Works as a file _pilot-companion in a folder of $fpath, and sourced.
import { quoted, type Completable, type CompletableOption } from './completable.ts';

/** In a description, brackets end it and colons separate. */
const described = (summary: string) => summary.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

const kinds = { file: ':file:_files', folder: ':folder:_files -/', text: ':value: ' } as const;

const kindOf = ({ value, values }: CompletableOption) =>
  values.length > 0 ? `:value:(${values.join(' ')})` : value === null ? '' : kinds[value];

function specOf(option: CompletableOption): string {
  const { flag, short, summary } = option;
  const rest = `[${described(summary)}]${kindOf(option)}`;
  return short === null ? quoted(`${flag}${rest}`) : `{${short},${flag}}${quoted(rest)}`;
}

const pairsOf = (words: readonly { word: string; summary: string }[]) =>
  words.map(({ word, summary }) => quoted(`${word}:${summary.replaceAll(':', String.raw`\:`)}`)).join(' ');

export function zshCompletion({ globalOptions, commands }: Completable): string {
  const cases = commands.map(({ name, options, words, takesFiles }) => {
    const first = words.length > 0 ? [`'1: :->word'`] : [];
    const rest = takesFiles ? [`'*:file:_files'`] : [];
    const specs = ['$options', ...options.map(specOf), ...first, ...rest].join(' ');
    const choose =
      words.length > 0
        ? `\n      [[ $state == word ]] && { choices=(${pairsOf(words)}); _describe -t actions action choices${takesFiles ? '; _files' : ''} }`
        : '';
    return `    ${name})\n      _arguments ${specs}${choose} ;;`;
  });
  return `#compdef pilot-companion
_pilot_companion() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a options choices
  options=(${globalOptions.map(specOf).join(' ')})
  _arguments -C $options '1: :->command' '*:: :->rest'
  case $state in
  command)
    choices=(${pairsOf(commands.map(({ name, summary }) => ({ word: name, summary })))})
    _describe -t commands command choices
    return ;;
  rest) state='' ;;
  *) return ;;
  esac
  case $words[1] in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _pilot-companion ]]; then _pilot_companion "$@"; else compdef _pilot_companion pilot-companion; fi
`;
}
