// Commands to the process, and those of the account that several components send.
import type { Bridge } from '../../main/contract/bridge.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../main/contract/commands.ts';
import type { Result } from '../../main/contract/failure.ts';
import { isSameMessage } from '../../main/messages/message.ts';
import { t, text } from '../text.ts';
import type { Notices } from './notices.ts';

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(bridge: Bridge, { addNotice, announce, notify, showFailure }: Notices) {
  /** Sends a command and returns its result. The caller shows failures. */
  const ask = <N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> =>
    bridge.call(name, input);

  /** Sends a command and shows a failure as a notice. Returns whether it succeeded. */
  async function send<N extends CommandName>(name: N, input: CommandInput<N>): Promise<boolean> {
    const result = await ask(name, input);
    if (!result.ok && result.failure.kind !== 'cancelled') showFailure(result.failure);
    return result.ok;
  }

  /** As whom the last sign-in was begun. */
  let lastAs: CommandInput<'account.signIn'> = {};

  /** Starts a sign-in. The account's card shows a failure; there is a notice only if the card can't. */
  async function signIn(as = {} as typeof lastAs): Promise<void> {
    lastAs = as;
    const result = await ask('account.signIn', as);
    if (result.ok) lastAs = {};
    // A newer sign-in shows its own result, and a pilot who cancels one knows it.
    if (result.ok || ['cancelled', 'sign-in-cancelled', 'sign-in-superseded'].includes(result.failure.kind)) return;
    const now = await ask('app.state', {});
    const shown = now.ok ? now.value.signIn : null;
    const isShown = shown?.step === 'failed' && isSameMessage(shown.why.message, result.failure.message);
    if (isShown) announce(text(result.failure.message));
    else showFailure(result.failure);
  }

  return {
    ask,
    send,
    signIn,
    /** Starts the last sign-in once more. */
    signInAgain: () => signIn(lastAs),
    /** Opens the console of the built-in service in the browser. Only where that fails, its address is shown. */
    async openConsole(): Promise<void> {
      const result = await ask('service.openConsole', {});
      if (!result.ok) return showFailure(result.failure);
      const { address } = result.value;
      if (address === null) return notify(t('window.common.consoleOpened'));
      const message = `${t('failure.browserNotOpened')} ${address}`;
      addNotice({ tone: 'error', title: null, lines: [{ name: null, message, code: null, stripId: null, address }] });
    },
    /** Adds a year of flights to the demonstration. */
    async addSampleFlights(): Promise<void> {
      if (await send('service.addSampleFlights', {})) notify(t('logbook.empty.samplesAdded'));
    },
    /** Restores removed or rejected reports. Returns whether all were restored. */
    restore: async (ids: readonly string[]) =>
      (await Promise.all(ids.map((id) => send('strips.restore', { id })))).every(Boolean),
  };
}
