// `accounts`: the signed-in pilots, and switching from one to another.
import { searchText } from '../../../../messages/search-text.ts';
import type { AppState } from '../../../../contract/state.ts';
import { message, type Message } from '../../../../messages/message.ts';
import { nameText, text } from '../../../host/text.ts';
import type { Opened } from '../../../host/open-companion.ts';
import { call, stateOf } from '../../terminal/call.ts';
import { exitCodes, fail } from '../../terminal/exit.ts';
import type { AccountLine } from '../../json/json-lines.ts';
import type { Output } from '../../terminal/output.ts';

type Account = AppState['accounts'][number];

export async function accounts({ companion }: Opened, out: Output, args: readonly string[]): Promise<number> {
  const [action, ...rest] = args;
  if (action === undefined) return list(await stateOf(companion), out);
  const name = rest.join(' ').trim();
  if (action !== 'use' || name === '') {
    out.warn(message('cli.usage.expected', { usage: 'accounts [use NAME]' }));
    return exitCodes.usage;
  }
  const found = findAccount(name, (await stateOf(companion)).accounts);
  if (!('isInUse' in found)) {
    out.warn(found);
    return exitCodes.usage;
  }
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
