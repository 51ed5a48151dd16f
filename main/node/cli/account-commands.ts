// `sign-in` and `sign-out`.
import { createInterface } from 'node:readline';
import type { Opened } from '../open-companion.ts';
import { call, stateOf, until } from './call.ts';
import { exitCodeOf, exitCodes } from './exit.ts';
import type { Output } from './output.ts';

export async function signIn(
  { companion }: Opened,
  out: Output,
  options: { noBrowser: boolean },
  stop: AbortSignal,
): Promise<number> {
  const before = await stateOf(companion);
  if (before.account.status === 'signed-in') {
    out.say(`${before.account.name} is signed in already.`);
    out.fact({ type: 'account', status: 'signed-in', name: before.account.name });
    return exitCodes.done;
  }
  if (!companion.isSender) {
    out.warn('Another Pilot Companion works on this data folder. Sign in there, or close it first.');
    return exitCodes.failed;
  }
  const shown = new AbortController();
  const showing = until(
    companion,
    async () => {
      const { account } = await stateOf(companion);
      return account.status === 'signing-in' && account.address ? account.address : null;
    },
    shown.signal,
  ).then((address) => {
    if (address === null) return;
    out.say(
      options.noBrowser
        ? `Open this address in a browser:\n\n  ${address}\n`
        : `The browser opens this address; if it does not, open it by hand:\n\n  ${address}\n`,
    );
    if (options.noBrowser) takePastedAnswers();
  });

  const lines = options.noBrowser ? createInterface({ input: process.stdin }) : null;
  function takePastedAnswers() {
    out.say('Then paste the address that the browser ended on (it begins with http://127.0.0.1) here:');
    lines?.on('line', (line) => {
      if (line.trim() === '') return;
      void call(companion, 'account.pasteAnswer', { address: line.trim() }).then((result) => {
        if (!result.ok) out.failure(result.failure);
      });
    });
  }

  const cancel = () => void call(companion, 'account.cancelSignIn', {});
  stop.addEventListener('abort', cancel, { once: true });
  const result = await call(companion, 'account.signIn', {});
  stop.removeEventListener('abort', cancel);
  shown.abort();
  await showing;
  lines?.close();
  if (!result.ok) {
    out.failure(result.failure);
    out.fact({ type: 'account', status: 'signed-out', words: result.failure.words, code: result.failure.code ?? null });
    return exitCodeOf(result.failure);
  }
  const { account, secretsIn } = await stateOf(companion);
  if (account.status !== 'signed-in') return exitCodes.failed;
  out.say(`Signed in: ${account.name}.`);
  if (account.concern) out.warn(account.concern.words);
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

export async function signOut({ companion }: Opened, out: Output): Promise<number> {
  const result = await call(companion, 'account.signOut', {});
  if (!result.ok) {
    out.failure(result.failure);
    return exitCodes.failed;
  }
  out.say('Signed out. Reports that wait stay here.');
  out.fact({ type: 'account', status: 'signed-out' });
  return exitCodes.done;
}

/** Reads the secret of the pilot's own application from standard input: never an argument, which others could see. */
export async function takeApplicationSecret({ companion }: Opened, out: Output): Promise<number | null> {
  if (process.stdin.isTTY) out.say('Type or paste the secret of your application, then press Enter:');
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    const result = await call(companion, 'account.setApplicationSecret', { secret: line.trim() });
    lines.close();
    if (result.ok) return null;
    out.failure(result.failure);
    return exitCodes.failed;
  }
  out.warn('No secret came on standard input.');
  return exitCodes.usage;
}
