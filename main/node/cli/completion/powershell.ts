// The completion for PowerShell 5 and newer. Where nothing of ours fits, PowerShell completes file names itself.
import type { Completable, CompletableOption } from './completable.ts';

const quoted = (word: string) => `'${word.replaceAll("'", "''")}'`;

// PowerShell shows no empty description.
const pair = (word: string, summary: string) => `@(${quoted(word)}, ${quoted(summary || word)})`;
const optionPairs = (options: readonly CompletableOption[]) => options.map(({ flag, summary }) => pair(flag, summary));
const list = (pairs: readonly string[]) => `@(${pairs.length === 1 ? `,${pairs[0]}` : pairs.join(', ')})`;

export function powershellCompletion({ globalOptions, commands }: Completable): string {
  const all = [...globalOptions, ...commands.flatMap(({ options }) => options)];
  const withValue = [...new Set(all.filter(({ value }) => value !== null).map(({ flag }) => quoted(flag)))];
  const rows = commands.map(({ name, options, words }) => {
    const choices = [...words.map(({ word, summary }) => pair(word, summary)), ...optionPairs(options)];
    return `    ${quoted(name)} = ${list(choices)}`;
  });
  const fixed = all.filter(({ values }) => values.length > 0);
  const values = fixed.map(({ flag, values: of }) => `    ${quoted(flag)} = @(${of.map(quoted).join(', ')})`);
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
