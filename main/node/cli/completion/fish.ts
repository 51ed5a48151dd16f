// The completion for fish, one line for each word.
import type { Completable, CompletableOption } from './completable.ts';

/** In single quotes, where only these two are special. */
const quoted = (word: string) => `'${word.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const kinds = { file: ' -r -F', folder: " -x -a '(__fish_complete_directories)'", text: ' -x' } as const;

const kindOf = ({ value, values }: CompletableOption) =>
  values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : value === null ? '' : kinds[value];

const optionLine = (condition: string, option: CompletableOption) => {
  const { flag, short, summary } = option;
  return (
    `complete -c pilot-companion${condition} -l ${flag.slice(2)}${short === null ? '' : ` -s ${short.slice(1)}`}` +
    `${kindOf(option)} -d ${quoted(summary)}`
  );
};

export function fishCompletion({ globalOptions, commands }: Completable): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, summary, options, words, takesFiles }) => {
    const after = ` -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c pilot-companion -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d ${quoted(summary)}`,
      ...words.map(
        ({ word, summary: about }) => `complete -c pilot-companion${after} -a ${quoted(word)} -d ${quoted(about)}`,
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
