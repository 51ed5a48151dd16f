// The commands that can have a shortcut, as the palette, the list of shortcuts and the key handler read them. A
// component that can carry one out registers it with `useCommands`.
import { views, type View } from '../elements/use-view.ts';
import { t } from '../text.ts';

type Row = {
  readonly id: string;
  /** As in `shortcutOf`: a character, or one with Ctrl (Cmd on a Mac) such as `Mod+k`; empty if there is no default. */
  readonly shortcut: string;
  readonly name: () => string;
  /** Runs repeatedly while the key is held. */
  readonly repeats?: true;
  /** The view to open if nothing on screen can run the command. */
  readonly view?: View;
  /** The shortcut opens that view too; other shortcuts work only where their command is on screen. */
  readonly fromAnywhere?: true;
};

const action = (name: Parameters<typeof t<'window.action.name'>>[1]['action']) => () =>
  t('window.action.name', { action: name });

const does = (key: Parameters<typeof t<'window.shortcut.does'>>[1]['key']) => () => t('window.shortcut.does', { key });

const commandTable = [
  ...views.map((view, at) => ({
    id: `view.${view}` as const,
    shortcut: String(at + 1),
    name: () => t('window.nav.view', { view }),
  })),
  { id: 'palette', shortcut: 'Mod+k', name: does('palette') },
  { id: 'files.choose', shortcut: 'o', name: () => t('window.bay.chooseFiles') },
  { id: 'uploads.pause', shortcut: 'p', name: does('pause') },
  { id: 'flights.refresh', shortcut: 'r', name: () => t('window.bay.refresh') },
  { id: 'strip.next', shortcut: 'j', name: does('next'), repeats: true },
  { id: 'strip.previous', shortcut: 'k', name: does('previous'), repeats: true },
  { id: 'strip.approve', shortcut: 'a', name: does('approve') },
  { id: 'strip.reject', shortcut: 'x', name: does('reject') },
  // Of the report whose details are open.
  { id: 'strip.retry', shortcut: '', name: action('retry') },
  { id: 'strip.remove', shortcut: '', name: action('remove') },
  { id: 'strip.show-file', shortcut: '', name: action('showFile') },
  { id: 'strip.open-page', shortcut: '', name: action('openPage') },
  { id: 'strip.image', shortcut: '', name: () => t('logbook.viewer.open') },
  { id: 'strip.copy', shortcut: '', name: () => t('window.detail.copy') },
  { id: 'logbook.search', shortcut: '/', name: does('search'), view: 'logbook', fromAnywhere: true },
  { id: 'logbook.export', shortcut: 'e', name: does('export'), view: 'logbook' },
  { id: 'logbook.mark', shortcut: 'm', name: does('mark') },
  { id: 'logbook.columns', shortcut: '', name: () => t('logbook.column.open'), view: 'logbook' },
  { id: 'statistics.share', shortcut: '', name: () => t('logbook.share.open'), view: 'statistics' },
  { id: 'checks.run', shortcut: '', name: () => t('window.check.title'), view: 'settings' },
  { id: 'diagnostics.save', shortcut: '', name: () => t('window.diagnostics.save'), view: 'settings' },
  { id: 'shortcuts', shortcut: '?', name: () => t('window.shortcut.title') },
] as const satisfies readonly Row[];

export type CommandRow = Row & { readonly id: CommandId };
export type CommandId = (typeof commandTable)[number]['id'];
export const commandRows: readonly CommandRow[] = commandTable;
