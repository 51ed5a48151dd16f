// The completion for bash 3.2, which macOS has, and newer.
import { flagsWithValue, type Completable, type CompletableOption } from './completable.ts';

const flagsOf = (options: readonly CompletableOption[]) =>
  options.flatMap(({ flag, short }) => (short === null ? [flag] : [flag, short]));

export function bashCompletion({ globalOptions, commands }: Completable): string {
  const all = [...globalOptions, ...commands.flatMap(({ options }) => options)];
  const withFile = flagsWithValue(all.filter(({ value }) => value === 'file' || value === 'folder'));
  const withText = flagsWithValue(all.filter(({ value, values }) => value === 'text' && values.length === 0));
  const withValues = all.filter(({ values }) => values.length > 0);
  const cases = commands.map(({ name, options, words, takesFiles }) => {
    const first = words.map(({ word }) => word).join(' ');
    return `    ${name}) words='${flagsOf(options).join(' ')}'; first='${first}'; files=${takesFiles ? 1 : 0} ;;`;
  });
  return `# pilot-companion: completion for bash
_pilot_companion() {
  local IFS=$' \\t\\n' word command='' words first='' files=0 index position=0 setting=''
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  case "$previous" in
    ${[...new Set(withFile)].join('|')})
      IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; return ;;
    ${[...new Set(withText)].join('|')}) return ;;
${withValues.map(({ flag, values }) => `    ${flag}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); return ;;`).join('\n')}
  esac
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in
      ${[...new Set(flagsWithValue(all))].join('|')}) index=$((index + 1)) ;;
      -*) ;;
      *) if [[ -z "$command" ]]; then command="$word"; else position=$((position + 1)); fi ;;
    esac
  done
  case "$command" in
    '') first='${commands.map(({ name }) => name).join(' ')}' ;;
${cases.join('\n')}
    *) return ;;
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words ${flagsOf(globalOptions).join(' ')}" -- "$current"))
    return
  fi
  # Bash takes the equals sign as a word of its own.
  if [[ "$current" == '=' ]]; then previous='='; current=''; setting="\${COMP_WORDS[COMP_CWORD-1]}="
  elif [[ "$previous" == '=' ]]; then setting="\${COMP_WORDS[COMP_CWORD-2]}="; fi
  if [[ -n "$setting" ]]; then
    for word in $first; do
      [[ "$word" == "$setting$current"* ]] && COMPREPLY+=("\${word#"$setting"}")
    done
    return
  fi
  [[ $position -eq 0 ]] && COMPREPLY=($(compgen -W "$first" -- "$current"))
  if [[ $files -eq 1 ]]; then
    IFS=$'\\n'; COMPREPLY+=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null
  fi
}
complete -F _pilot_companion pilot-companion
`;
}
