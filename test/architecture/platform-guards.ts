// Finds where the desktop host uses what Electron has on some systems only, by the `@platform` tags of its type
// definitions. Events are left out: listening to one that never comes is harmless.
import { definitionOf } from '../support/electron-stand-in/module/definitions.ts';

/** The names that the host gives to objects of Electron, and their types. */
const typesByName: Readonly<Record<string, string>> = {
  app: 'App',
  electronApp: 'App',
  contents: 'WebContents',
  crashReporter: 'CrashReporter',
  dialog: 'Dialog',
  globalShortcut: 'GlobalShortcut',
  image: 'NativeImage',
  nativeTheme: 'NativeTheme',
  notification: 'Notification',
  opened: 'BrowserWindow',
  powerMonitor: 'PowerMonitor',
  powerSaveBlocker: 'PowerSaveBlocker',
  screen: 'Screen',
  session: 'Session',
  shell: 'Shell',
  tray: 'Tray',
  webContents: 'WebContents',
  window: 'BrowserWindow',
};

/** Lines above a use in which its guard may stand. */
const guardedWithin = 4;

/** One line for each use without a condition on the platform on its line or just above. */
export function unguardedUses(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) =>
    [...line.matchAll(/(?<![\w.])(\w+)(?:\(\))?\??\.(\w+)/g)].flatMap(([, name = '', member = '']) => {
      const type = typesByName[name];
      const platforms = type === undefined ? [] : (definitionOf(type).members.get(member) ?? []);
      if (platforms.length === 0) return [];
      const before = lines.slice(Math.max(0, at - guardedWithin), at + 1).join('\n');
      const isGuarded = [...before.matchAll(/platform (===|!==) '(\w+)'/g)].some(
        ([, operator, platform = '']) => platforms.includes(platform) || operator === '!==',
      );
      return isGuarded
        ? []
        : [`${path}:${at + 1} uses ${name}.${member}, which exists on ${platforms.join(', ')} only`];
    }),
  );
}
