// `sign-in` and `sign-out`.
import { createInterface, type Interface } from 'node:readline';
import type { Opened } from '../../open-companion.ts';
import { call, stateOf, until } from '../call.ts';
import { exitCodeOf, exitCodes } from '../exit.ts';
import { iso } from '../json-lines.ts';
import type { Output } from '../output.ts';
import type { SecretInput } from '../secret-input.ts';
import { text } from '../../text.ts';
import { messageFields } from '../json-lines.ts';

export async function signIn(
  { companion }: Opened,
  out: Output,
  options: { noBrowser: boolean; otherPilot: boolean },
  stop: AbortSignal,
): Promise<number> {
  const { noBrowser, otherPilot } = options;
  const before = await stateOf(companion);
  // One that may not send is asked for again: the pilot may agree to more this time.
  if (before.account.status === 'signed-in' && before.account.mayUpload && !otherPilot) {
    out.say(`${before.account.name} is signed in already. Another pilot signs in with --other-pilot.`);
    out.fact({ type: 'account', status: 'signed-in', name: before.account.name });
    return exitCodes.done;
  }
  if (!companion.isSender) {
    out.warn('Another Pilot Companion works on this data folder. Sign in there, or close it first.');
    return exitCodes.failed;
  }
  const shown = new AbortController();
  const waiting = until(
    companion,
    async () => {
      const { signIn } = await stateOf(companion);
      return signIn?.step === 'waiting-for-browser' ? signIn : null;
    },
    shown.signal,
  );
  const lines = noBrowser ? createInterface({ input: process.stdin }) : null;
  const showing = waiting.then((signIn) => {
    if (signIn === null) return;
    out.say(
      noBrowser
        ? 'Open this address in a browser, on this computer or another one:'
        : 'The browser opens this address; if it does not, open it by hand:',
    );
    for (const line of ['', `  ${signIn.address}`, '']) out.say(line);
    out.fact({ type: 'sign-in', address: signIn.address, ends_on: signIn.endsOn, until: iso(signIn.until) });
    if (lines) acceptPastedRedirects(lines, signIn.endsOn);
  });

  function acceptPastedRedirects(pasted: Interface, endsOn: string) {
    out.say(
      `Agree there. The browser then ends on an address that begins with ${endsOn}. On another computer it shows nothing there; copy that address and paste it here:`,
    );
    pasted.on('close', () => {
      if (!shown.signal.aborted)
        out.warn('Standard input has ended: now only a browser on this computer can bring the answer.');
    });
    pasted.on('line', (line) => {
      if (line.trim() === '') return;
      void call(companion, 'account.pasteRedirect', { address: line.trim() }).then((result) => {
        // What ends the sign-in is said once, at its end.
        if (!result.ok && result.failure.kind === 'wrong-input') out.failure(result.failure);
      });
    });
  }

  const cancel = () => void call(companion, 'account.cancelSignIn', {});
  stop.addEventListener('abort', cancel, { once: true });
  const result = await call(companion, 'account.signIn', { otherPilot });
  stop.removeEventListener('abort', cancel);
  shown.abort();
  await showing;
  lines?.close();
  if (!result.ok) {
    out.failure(result.failure);
    if (result.failure.kind === 'other-pilot') out.warn('As another pilot: sign-in --other-pilot.');
    out.fact({
      type: 'account',
      status: 'signed-out',
      ...messageFields(result.failure.message),
      code: result.failure.code ?? null,
    });
    return exitCodeOf(result.failure);
  }
  const { account, secretsIn } = await stateOf(companion);
  if (account.status !== 'signed-in') return exitCodes.failed;
  out.say(`Signed in: ${account.name}.`);
  if (account.concern) out.warn(text(account.concern.message));
  out.fact({
    type: 'account',
    status: 'signed-in',
    name: account.name,
    scopes: account.scopes,
    may_upload: account.mayUpload,
    kept_in: secretsIn,
  });
  return exitCodes.done;
}

export async function signOut({ companion }: Opened, out: Output, isAll: boolean): Promise<number> {
  if (isAll) return signOutAll(companion, out);
  const result = await call(companion, 'account.signOut', {});
  if (!result.ok) {
    out.failure(result.failure);
    return exitCodes.failed;
  }
  out.say('Signed out. Reports that wait stay here.');
  out.fact({ type: 'account', status: 'signed-out' });
  return exitCodes.done;
}

async function signOutAll(companion: Opened['companion'], out: Output): Promise<number> {
  const result = await call(companion, 'account.signOutAll', {});
  if (!result.ok) {
    out.failure(result.failure);
    return exitCodes.failed;
  }
  out.say(
    'Everybody is signed out. Nothing of a sign-in or an application secret is kept here any more; reports stay. The services still list the application until you remove it there.',
  );
  out.fact({ type: 'account', status: 'signed-out' });
  return exitCodes.done;
}

/** Typed hidden, or a line of standard input: never an argument, which others could see. */
export async function takeApplicationSecret(
  { companion }: Opened,
  out: Output,
  input: SecretInput,
): Promise<number | null> {
  const secret = (await input.read('Secret of your application: '))?.trim();
  if (!secret) {
    out.warn('No secret came on standard input.');
    return exitCodes.usage;
  }
  const result = await call(companion, 'account.setApplicationSecret', { secret });
  if (result.ok) return null;
  out.failure(result.failure);
  return exitCodes.failed;
}
