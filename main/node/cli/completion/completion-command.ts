// `completion`: prints the completion of a shell.
import { message } from '../../../messages/message.ts';
import type { Given } from '../commands/command.ts';
import { exitCodes } from '../terminal/exit.ts';
import { bashCompletion } from './bash.ts';
import type { Completable } from './completable.ts';
import { fishCompletion } from './fish.ts';
import { powershellCompletion } from './powershell.ts';
import { zshCompletion } from './zsh.ts';

const scripts = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
  ['powershell', powershellCompletion],
]);

export function completion({ args, out }: Pick<Given, 'args' | 'out'>, completable: Completable): number {
  const [shell = ''] = args;
  const script = scripts.get(shell);
  if (script === undefined) {
    out.warn(message('cli.completion.unknownShell', { given: shell, shells: [...scripts.keys()] }));
    return exitCodes.usage;
  }
  for (const line of script(completable).trimEnd().split('\n')) out.print(line);
  return exitCodes.done;
}
