// `completion`: prints the completion of a shell.
import { message } from '../../messages/message.ts';
import type { Given, Command, Option } from './commands/command.ts';
import { exitCodes, wrongUsage } from './terminal/output.ts';
import { text } from '../host/text.ts';

const scripts = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
  ['powershell', powershellCompletion],
]);

export function completion({ args, out }: Pick<Given, 'args' | 'out'>, completable: Completable): number {
  const [shell = ''] = args;
  const script = scripts.get(shell);
  if (script === undefined)
    return wrongUsage(out, message('cli.completion.unknownShell', { given: shell, shells: [...scripts.keys()] }));
  for (const line of script(completable).trimEnd().split('\n')) out.print(line);
  return exitCodes.done;
}

// What a shell can complete, from the table of commands.

type CompletableOption = {
  /** `--data-dir`. */
  readonly flag: string;
  /** `-h`. */
  readonly short: string | null;
  readonly summary: string;
  /** What the value is; null for a switch. */
  readonly value: 'file' | 'folder' | 'text' | null;
  /** What the value can be, where that is a fixed set; else empty. */
  readonly values: readonly string[];
};

type CompletableCommand = {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletableOption[];
  /** What the first argument can be. */
  readonly words: readonly { readonly word: string; readonly summary: string }[];
  readonly takesFiles: boolean;
};

type Completable = {
  readonly globalOptions: readonly CompletableOption[];
  readonly commands: readonly CompletableCommand[];
};

export const completableOf = async (
  commands: readonly Command[],
  globalOptions: Readonly<Record<string, Option>>,
): Promise<Completable> => ({
  globalOptions: await optionsOf(globalOptions),
  commands: await Promise.all(
    commands.map(async ({ name, summary, usage = '', options = {}, actions = [], words }) => ({
      name,
      summary: text(summary),
      options: await optionsOf(options),
      words: [
        ...actions.map(([of, about]) => ({ word: of.split(' ')[0]!, summary: text(about) })),
        ...((await words?.()) ?? []).map((word) => ({ word, summary: '' })),
      ],
      takesFiles: /\b(FILE|DIR)\b/.test(usage),
    })),
  ),
});

const optionsOf = (options: Readonly<Record<string, Option>>): Promise<CompletableOption[]> =>
  Promise.all(
    Object.entries(options).map(async ([name, { short, summary, type, value, values }]) => ({
      flag: `--${name}`,
      short: short === undefined ? null : `-${short}`,
      summary: text(summary),
      value: type === 'boolean' ? null : value === 'FILE' ? 'file' : value === 'DIR' ? 'folder' : 'text',
      values: (await values?.()) ?? [],
    })),
  );

/** The spellings of options that are followed by a value. */
const flagsWithValue = (options: readonly CompletableOption[]): string[] =>
  options.filter(({ value }) => value !== null).map(({ flag }) => flag);

/** In single quotes of a POSIX shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

// The completion for bash 3.2, which macOS has, and newer.

const flagsOf = (options: readonly CompletableOption[]) =>
  options.flatMap(({ flag, short }) => (short === null ? [flag] : [flag, short]));

function bashCompletion({ globalOptions, commands }: Completable): string {
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

// The completion for zsh, by its own _arguments. Works as a file _pilot-companion in a folder of $fpath, and sourced.

/** In a description, brackets end it and colons separate. */
const described = (summary: string) => summary.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

const zshKinds = { file: ':file:_files', folder: ':folder:_files -/', text: ':value: ' } as const;

const zshKind = ({ value, values }: CompletableOption) =>
  values.length > 0 ? `:value:(${values.join(' ')})` : value === null ? '' : zshKinds[value];

function specOf(option: CompletableOption): string {
  const { flag, short, summary } = option;
  const rest = `[${described(summary)}]${zshKind(option)}`;
  return short === null ? quoted(`${flag}${rest}`) : `{${short},${flag}}${quoted(rest)}`;
}

const pairsOf = (words: readonly { word: string; summary: string }[]) =>
  words.map(({ word, summary }) => quoted(`${word}:${summary.replaceAll(':', String.raw`\:`)}`)).join(' ');

function zshCompletion({ globalOptions, commands }: Completable): string {
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

// The completion for fish, one line for each word.

/** In single quotes, where only these two are special. */
const fishQuoted = (word: string) => `'${word.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const fishKinds = { file: ' -r -F', folder: " -x -a '(__fish_complete_directories)'", text: ' -x' } as const;

const fishKind = ({ value, values }: CompletableOption) =>
  values.length > 0 ? ` -x -a ${fishQuoted(values.join(' '))}` : value === null ? '' : fishKinds[value];

const optionLine = (condition: string, option: CompletableOption) => {
  const { flag, short, summary } = option;
  return (
    `complete -c pilot-companion${condition} -l ${flag.slice(2)}${short === null ? '' : ` -s ${short.slice(1)}`}` +
    `${fishKind(option)} -d ${fishQuoted(summary)}`
  );
};

function fishCompletion({ globalOptions, commands }: Completable): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, summary, options, words, takesFiles }) => {
    const after = ` -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c pilot-companion -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d ${fishQuoted(summary)}`,
      ...words.map(
        ({ word, summary: about }) =>
          `complete -c pilot-companion${after} -a ${fishQuoted(word)} -d ${fishQuoted(about)}`,
      ),
      ...(takesFiles ? [`complete -c pilot-companion${after} -F`] : []),
      ...options.map((option) => optionLine(after, option)),
    ];
  });
  return `# pilot-companion: completion for fish
complete -c pilot-companion -e
complete -c pilot-companion -f
${globalOptions.map((option) => optionLine('', option)).join('\n')}
${lines.join('\n')}
`;
}

// The completion for PowerShell 5 and newer. Where nothing of ours fits, PowerShell completes file names itself.

const powershellQuoted = (word: string) => `'${word.replaceAll("'", "''")}'`;

// PowerShell shows no empty description.
const pair = (word: string, summary: string) => `@(${powershellQuoted(word)}, ${powershellQuoted(summary || word)})`;
const optionPairs = (options: readonly CompletableOption[]) => options.map(({ flag, summary }) => pair(flag, summary));
const list = (pairs: readonly string[]) => `@(${pairs.length === 1 ? `,${pairs[0]}` : pairs.join(', ')})`;

function powershellCompletion({ globalOptions, commands }: Completable): string {
  const all = [...globalOptions, ...commands.flatMap(({ options }) => options)];
  const withValue = [...new Set(all.filter(({ value }) => value !== null).map(({ flag }) => powershellQuoted(flag)))];
  const rows = commands.map(({ name, options, words }) => {
    const choices = [...words.map(({ word, summary }) => pair(word, summary)), ...optionPairs(options)];
    return `    ${powershellQuoted(name)} = ${list(choices)}`;
  });
  const fixed = all.filter(({ values }) => values.length > 0);
  const values = fixed.map(
    ({ flag, values: of }) => `    ${powershellQuoted(flag)} = @(${of.map(powershellQuoted).join(', ')})`,
  );
  return `# pilot-companion: completion for PowerShell
Register-ArgumentCompleter -Native -CommandName 'pilot-companion' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $global = ${list(optionPairs(globalOptions))}
  $names = ${list(commands.map(({ name, summary }) => pair(name, summary)))}
  $choices = @{
${rows.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $withValue = @(${withValue.join(', ')})
  $command = $null
  $isValue = $false
  $option = $null
  foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
    $word = $element.Extent.Text
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    if ($isValue) { $isValue = $false; continue }
    if ($withValue -contains $word) { $isValue = $true; $option = $word; continue }
    if ($word.StartsWith('-')) { continue }
    if (-not $command) { $command = $word }
  }
  if ($isValue -and -not $values[$option]) { return }
  $found = if ($isValue) { $values[$option] | ForEach-Object { ,@($_, $_) } } elseif ($command) { $choices[$command] + $global } else { $names + $global }
  $found | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}
