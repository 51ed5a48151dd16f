// The parts of `electron` that reach into a person's desktop. Nothing is shown or opened: it is remembered, and a test
// reads it or puts its own answer in place of a member, as it would on the real Electron.
import { KnownEvents, strict } from './strict.ts';

export const dialog = strict('dialog', {
  showErrorBox(title: string, message: string) {
    console.error(`${title}: ${message}`);
  },
  showSaveDialog: (..._values: unknown[]) => Promise.resolve({ canceled: true, filePath: '' }),
  showOpenDialog: (..._values: unknown[]) => Promise.resolve({ canceled: true, filePaths: [] as string[] }),
});

export const shell = strict('shell', {
  openExternal: (_address: string) => Promise.resolve(),
  showItemInFolder(_path: string) {},
  trashItem: (_path: string) => Promise.resolve(),
});

export const powerMonitor = strict('powerMonitor', new KnownEvents('powerMonitor', ['resume']));

export const Menu = strict('Menu', {
  buildFromTemplate: (template: unknown[]) => template,
  setApplicationMenu(_menu: unknown) {},
});

export const nativeTheme = strict('nativeTheme', { themeSource: 'system', shouldUseDarkColors: false });

export const screen = strict('screen', {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
});
