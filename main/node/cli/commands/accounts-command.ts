// `accounts`: the pilots who are signed in with the service, and going over from one to another.
import type { AppState } from '../../../contract/state.ts';
import type { Opened } from '../../open-companion.ts';
import { call, stateOf } from '../call.ts';
import { exitCodeOf, exitCodes } from '../exit.ts';
import type { AccountLine } from '../json-lines.ts';
import type { Output } from '../output.ts';
import { text } from '../../text.ts';

type Listed = AppState['accounts'][number];

export async function accounts({ companion }: Opened, out: Output, message: readonly string[]): Promise<number> {
  const [action, ...named] = message;
  if (action === undefined) return list(await stateOf(companion), out);
  const wanted = named.join(' ').trim();
  if (action !== 'use' || wanted === '') {
    out.warn('That is not how it goes: accounts, or accounts use NAME');
    return exitCodes.usage;
  }
  const state = await stateOf(companion);
  const found = accountNamed(wanted, state.accounts);
  if (typeof found === 'string') {
    out.warn(found);
    return exitCodes.usage;
  }
  const result = await call(companion, 'accounts.use', { id: found.id });
  if (!result.ok) {
    out.failure(result.failure);
    return exitCodeOf(result.failure);
  }
  const now = await stateOf(companion);
  out.say(`${found.name} is in use now: reports leave as ${found.name}. Those of others wait for them.`);
  if (now.account.status === 'signed-out' && now.account.reason) out.warn(text(now.account.reason.message));
  out.fact(accountLine({ ...found, isInUse: true }));
  return exitCodes.done;
}

function list({ accounts: all, service }: AppState, out: Output): number {
  for (const account of all) {
    const waiting = account.waiting > 0 ? `, ${account.waiting} waiting` : '';
    out.say(`${account.isInUse ? '*' : ' '} ${account.name}${waiting}`);
    out.fact(accountLine(account));
  }
  if (all.length === 0) out.say(`Nobody is signed in with ${service.name || 'a service'}.`);
  else if (!all.some(({ isInUse }) => isInUse)) out.say('Nobody is in use: choose one with `accounts use NAME`.');
  return exitCodes.done;
}

const accountLine = ({ id, name, isInUse, waiting }: Listed): AccountLine => ({
  type: 'signed-in-account',
  id,
  name,
  in_use: isInUse,
  waiting,
});

/** By the whole name or its beginning, whatever the case, or by the number; else a sentence that says who there is. */
function accountNamed(wanted: string, all: readonly Listed[]): Listed | string {
  const asked = wanted.toLowerCase();
  const whole = all.filter(({ id, name }) => name.toLowerCase() === asked || String(id) === asked);
  const found = whole.length > 0 ? whole : all.filter(({ name }) => name.toLowerCase().startsWith(asked));
  if (found.length === 1) return found[0]!;
  const those = (found.length > 0 ? found : all).map(({ id, name }) => `${name} (${id})`).join(', ');
  if (all.length === 0) return 'Nobody is signed in. Sign in first: sign-in';
  return found.length > 1
    ? `Several are called so: ${those}. Name one by the number.`
    : `Nobody called "${wanted}" is signed in. There is ${those}; others sign in with: sign-in --other-pilot`;
}
