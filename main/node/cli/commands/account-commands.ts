// `sign-in`, `sign-out` and `accounts`.
import { createInterface, type Interface } from 'node:readline';
import { message, type Message } from '../../../messages/message.ts';
import { nameText, text } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call, stateOf, until } from '../terminal/call.ts';
import type { Given } from './command.ts';
import { exitCodeOf, exitCodes, fail, type Output, wrongUsage } from '../terminal/output.ts';
import { iso, messageFields } from '../json/line-parts.ts';
import type { SecretInput } from '../terminal/secret-input.ts';
import { searchText } from '../../../messages/search-text.ts';
import type { AppState } from '../../../contract/state.ts';
import type { AccountLine } from '../json/json-lines.ts';

type Companion = Opened['companion'];

export async function signIn({ companion }: Opened, { out, input, options, stop }: Given): Promise<number> {
  const noBrowser = options['no-browser'] === true;
  const otherPilot = options['other-pilot'] === true;
  if (options['application-secret'] === true) {
    const failed = await storeApplicationSecret(companion, out, input);
    if (failed !== null) return failed;
  }
  const before = await stateOf(companion);
  // A pilot who may not upload can sign in again, and may approve more this time.
  if (before.account.status === 'signed-in' && before.account.mayUpload && !otherPilot) {
    const { name } = before.account;
    out.print(message('cli.signIn.already', { name }));
    out.printJson({ type: 'account', status: 'signed-in', name: nameText(name) });
    return exitCodes.done;
  }
  if (!companion.isLeader) {
    out.warn(message('cli.signIn.elsewhere'));
    return exitCodes.elsewhere;
  }
  // An abort from here on reaches the listener below.
  if (stop.aborted) return exitCodes.failed;
  const ended = new AbortController();
  const lines = noBrowser ? createInterface({ input: process.stdin }) : null;
  const shown = showAddress(companion, out, lines, ended.signal);
  const cancel = () => void call(companion, 'account.cancelSignIn', {});
  stop.addEventListener('abort', cancel, { once: true });
  const result = await call(companion, 'account.signIn', { otherPilot });
  stop.removeEventListener('abort', cancel);
  ended.abort();
  await shown;
  lines?.close();
  if (!result.ok) {
    const { failure } = result;
    out.failure(failure);
    if (failure.kind === 'other-pilot') out.warn(message('cli.signIn.otherPilotHint'));
    out.printJson({
      type: 'account',
      status: 'signed-out',
      ...messageFields(failure.message),
      code: failure.code ?? null,
    });
    return exitCodeOf(failure);
  }
  const { account, secretsIn } = await stateOf(companion);
  if (account.status !== 'signed-in') return exitCodes.failed;
  out.print(message('cli.signIn.signedIn', { name: account.name }));
  if (account.concern) out.warn(account.concern.message);
  out.printJson({
    type: 'account',
    status: 'signed-in',
    name: nameText(account.name),
    scopes: account.scopes,
    may_upload: account.mayUpload,
    kept_in: secretsIn,
  });
  return exitCodes.done;
}

/** Prints the address as soon as there is one. @param lines where the final address is pasted; null with a browser */
async function showAddress(companion: Companion, out: Output, lines: Interface | null, ended: AbortSignal) {
  const waiting = await until(
    companion,
    async () => {
      const { signIn } = await stateOf(companion);
      return signIn?.step === 'waiting-for-browser' ? signIn : null;
    },
    ended,
  );
  if (waiting === null) return;
  const { address, endsOn } = waiting;
  out.print(message(lines ? 'cli.signIn.openAddress' : 'cli.signIn.opening'));
  for (const line of ['', `  ${address}`, '']) out.print(line);
  out.printJson({ type: 'sign-in', address, ends_on: endsOn, until: iso(waiting.until) });
  if (lines === null) return;
  out.print(message('cli.signIn.paste', { address: endsOn }));
  lines.on('close', () => {
    if (!ended.aborted) out.warn(message('cli.signIn.inputEnded'));
  });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    void call(companion, 'account.pasteRedirect', { address: line.trim() }).then((result) => {
      // A failure that ends the sign-in is printed by signIn.
      if (!result.ok && result.failure.kind === 'wrong-input') out.failure(result.failure);
    });
  });
}

/** Returns null, or the exit code where nothing was stored. */
async function storeApplicationSecret(companion: Companion, out: Output, input: SecretInput): Promise<number | null> {
  const secret = (await input.read(message('cli.signIn.secretPrompt')))?.trim();
  if (!secret) return wrongUsage(out, message('cli.signIn.noSecret'));
  const result = await call(companion, 'account.setApplicationSecret', { secret });
  return result.ok ? null : fail(out, result.failure);
}

export async function signOut({ companion }: Opened, { options, out }: Given): Promise<number> {
  const isAll = options['all'] === true;
  const result = await call(companion, isAll ? 'account.signOutAll' : 'account.signOut', {});
  if (!result.ok) {
    out.failure(result.failure);
    return exitCodes.failed;
  }
  out.print(message(isAll ? 'cli.signOut.allDone' : 'cli.signOut.done'));
  out.printJson({ type: 'account', status: 'signed-out' });
  return exitCodes.done;
}

// `accounts`: the signed-in pilots, and switching from one to another.

type Account = AppState['accounts'][number];

export async function accounts({ companion }: Opened, { args, out }: Given): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined) return list(await stateOf(companion), out);
  const name = rest.join(' ').trim();
  if (action !== 'use' || name === '')
    return wrongUsage(out, message('cli.usage.expected', { usage: 'accounts [use NAME]' }));
  const found = findAccount(name, (await stateOf(companion)).accounts);
  if (!('isInUse' in found)) return wrongUsage(out, found);
  const result = await call(companion, 'accounts.use', { id: found.id });
  if (!result.ok) return fail(out, result.failure);
  const { account } = await stateOf(companion);
  out.print(message('cli.accounts.active', { name: found.name }));
  if (account.status === 'signed-out' && account.reason) out.warn(account.reason.message);
  out.printJson(accountLine({ ...found, isInUse: true }));
  return exitCodes.done;
}

function list({ accounts: all, service }: AppState, out: Output): number {
  for (const account of all) {
    const { name, waiting, isInUse } = account;
    out.print(`${isInUse ? '*' : ' '} ${text(message('cli.accounts.row', { name, waiting }))}`);
    out.printJson(accountLine(account));
  }
  if (all.length === 0)
    out.print(
      service.name === '' ? message('cli.notSignedIn') : message('cli.accounts.none', { service: service.name }),
    );
  else if (!all.some(({ isInUse }) => isInUse)) out.print(message('cli.accounts.noneActive'));
  return exitCodes.done;
}

const accountLine = ({ id, name, isInUse, waiting }: Account): AccountLine => ({
  type: 'signed-in-account',
  id,
  name: nameText(name),
  in_use: isInUse,
  waiting,
});

/** Finds an account by its name, the beginning of it or its number; else returns who is signed in. */
function findAccount(given: string, all: readonly Account[]): Account | Message {
  const wanted = searchText(given);
  const exact = all.filter(({ id, name }) => searchText(nameText(name)) === wanted || String(id) === wanted);
  const found = exact.length > 0 ? exact : all.filter(({ name }) => searchText(nameText(name)).startsWith(wanted));
  if (found.length === 1) return found[0]!;
  if (all.length === 0) return message('cli.accounts.noneSignedIn');
  const names = (found.length > 0 ? found : all).map(({ id, name }) => `${nameText(name)} (${id})`);
  return found.length > 1
    ? message('cli.accounts.ambiguous', { names })
    : message('cli.accounts.unknown', { name: given, names });
}
