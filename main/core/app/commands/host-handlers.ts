// Commands that a host carries out: launch at login, updates, the shortcut from anywhere. A host without them returns a
// failure.
import { failed, ok } from '../../../contract/failure.ts';
import { message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Handlers } from './command-table.ts';

type HostCommand =
  | 'launch.read'
  | 'launch.set'
  | 'updates.check'
  | 'updates.restart'
  | 'updates.notesRead'
  | 'shortcut.read';

export function createHostHandlers({ desktop, updates }: Ports): Pick<Handlers, HostCommand> {
  return {
    'launch.read': () => ok({ launch: desktop.launch?.read() ?? 'unavailable' }),
    'launch.set': ({ atLogin }) =>
      desktop.launch?.set(atLogin) ?? failed(failures.notSupportedHere(message('failure.launchInDesktopApp'))),
    'updates.check': () => updates?.check() ?? noUpdates(),
    'updates.restart': () => updates?.restart() ?? noUpdates(),
    'updates.notesRead': () => updates?.notesRead() ?? noUpdates(),
    'shortcut.read': () => ok({ shortcut: desktop.shortcut?.() ?? 'unavailable' }),
  };
}

const noUpdates = () => failed(failures.notSupportedHere(message('updates.notHere', { by: 'other' })));
