// The commands that can have a shortcut, as the palette, the list of shortcuts and the key handler read them; and key
// presses as shortcuts. A component that can carry a command out registers it with `useCommands`.
import { type View, views } from '../elements/use-view.ts';
import { t } from '../text.ts';

/** The pilot's own shortcuts by command id; empty for no shortcut. */
export type ShortcutChanges = Readonly<Record<string, string>>;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>;

/** Returns the shortcut of a key press, such as `j`, `?` or `Mod+Shift+k`; null if it can't be one. */
export function shortcutOf(event: Pressed): string | null {
  // Some keyboards type symbols with AltGr, which arrives as Ctrl and Alt.
  const isSign = event.getModifierState('AltGraph');
  if (event.key.length !== 1 || event.key === ' ' || (event.altKey && !isSign)) return null;
  if (isSign || !(event.ctrlKey || event.metaKey)) return event.key;
  return `Mod+${event.shiftKey ? 'Shift+' : ''}${event.key.toLowerCase()}`;
}

export const shortcutFor = ({ id, shortcut }: CommandRow, changes: ShortcutChanges): string => changes[id] ?? shortcut;

export const commandOf = (shortcut: string, changes: ShortcutChanges): CommandRow | null =>
  commandRows.find((row) => shortcutFor(row, changes) === shortcut) ?? null;

/** Shortcuts of the system, the browser and the menu: undo, copy, print, quit, zoom and so on. */
const reserved = new Set('acfhlmnopqrstvwxyz0123456789,+-='.split('').map((key) => `Mod+${key}`));

/** Returns why a command can't have a shortcut: `reserved`, or the command that has it. Null if it can. */
export function conflictOf(shortcut: string, id: CommandId, changes: ShortcutChanges): 'reserved' | CommandRow | null {
  if (reserved.has(shortcut)) return 'reserved';
  const other = commandOf(shortcut, changes);
  return other === null || other.id === id ? null : other;
}

/** Returns the changes with a new shortcut for a command. The command's default removes its change. */
export function withShortcut(changes: ShortcutChanges, row: CommandRow, shortcut: string): ShortcutChanges {
  const { [row.id]: _before, ...others } = changes;
  return shortcut === row.shortcut ? others : { ...others, [row.id]: shortcut };
}

/** Returns the label of each key. */
export function keycapsOf(shortcut: string, isMac: boolean): string[] {
  if (shortcut === '') return [];
  const parts = shortcut.split(/(?<=.)\+(?=.)/);
  const names: Readonly<Record<string, string>> = { Mod: isMac ? '⌘' : 'Ctrl', Shift: isMac ? '⇧' : 'Shift' };
  return parts.map((part) => names[part] ?? (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part));
}

/** Returns the value of `aria-keyshortcuts`. */
export const ariaShortcut = (shortcut: string): string | undefined => {
  if (shortcut === '') return undefined;
  if (!shortcut.startsWith('Mod+')) return shortcut;
  return `${shortcut.replace('Mod', 'Control')} ${shortcut.replace('Mod', 'Meta')}`;
};

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
  { id: 'strip.own', shortcut: '', name: () => t('window.own.open', { has: 'any' }) },
  { id: 'strip.use-route', shortcut: 'y', name: () => t('window.detail.useRoute') },
  { id: 'strip.share', shortcut: '', name: () => t('logbook.share.title', { what: 'flight' }) },
  { id: 'logbook.search', shortcut: '/', name: does('search'), view: 'logbook', fromAnywhere: true },
  { id: 'logbook.export', shortcut: 'e', name: does('export'), view: 'logbook' },
  { id: 'logbook.mark', shortcut: 'm', name: does('mark') },
  { id: 'logbook.columns', shortcut: '', name: () => t('logbook.column.open'), view: 'logbook' },
  {
    id: 'statistics.share',
    shortcut: '',
    name: () => t('logbook.share.title', { what: null }),
    view: 'statistics',
  },
  { id: 'checks.run', shortcut: '', name: () => t('window.check.title'), view: 'settings' },
  { id: 'diagnostics.save', shortcut: '', name: () => t('window.diagnostics.save'), view: 'settings' },
  { id: 'shortcuts', shortcut: '?', name: () => t('window.shortcut.title') },
] as const satisfies readonly Row[];

export type CommandRow = Row & { readonly id: CommandId };
export type CommandId = (typeof commandTable)[number]['id'];
export const commandRows: readonly CommandRow[] = commandTable;
