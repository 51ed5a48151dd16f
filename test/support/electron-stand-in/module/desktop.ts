// The parts of `electron` that use the desktop. Nothing is shown or opened: calls are recorded for the test, which can
// also replace a member, as on the real Electron.
import { existsSync } from 'node:fs';
import type { MenuItem, MenuItemConstructorOptions, NativeTheme } from 'electron';
import { app } from './app.ts';
import { KnownEvents, strict } from './strict.ts';

const dialogNotReady = 'dialog module can only be used after app is ready';

/** The titles of the message boxes so far; a test reads them as `dialog.shown`. */
const messageBoxes: string[] = [];

export const dialog = strict('dialog', {
  shown: messageBoxes,
  /** On Linux an error is shown only once the app is ready. */
  showErrorBox(title: string, message: string) {
    const isShown = app.isReady() || process.platform !== 'linux';
    console.error(`${isShown ? 'Dialog' : 'Only printed'}: ${title}: ${message}`);
  },
  showSaveDialog: (..._values: unknown[]) => {
    app.requireReady(dialogNotReady);
    return Promise.resolve({ canceled: true, filePath: '' });
  },
  showOpenDialog: (..._values: unknown[]) => {
    app.requireReady(dialogNotReady);
    return Promise.resolve({ canceled: true, filePaths: [] as string[] });
  },
  /** Answers as if Escape was pressed, unless a test replaces it. */
  showMessageBox: (...values: unknown[]) => {
    app.requireReady(dialogNotReady);
    const options = values.at(-1) as { cancelId?: number; message: string };
    messageBoxes.push(options.message);
    return Promise.resolve({ response: options.cancelId ?? 0, checkboxChecked: false });
  },
});

export const shell = strict('shell', {
  openExternal: (_address: string) => Promise.resolve(),
  showItemInFolder(_path: string) {},
  trashItem: (_path: string) => Promise.resolve(),
});

export const powerMonitor = strict('powerMonitor', new KnownEvents('PowerMonitor'));

let applicationMenu: ReturnType<typeof menuFrom> | null = null;

/** The trays of the app, for tests. */
export const trays: StandInTray[] = [];

export class StandInTray extends KnownEvents {
  image: unknown;
  toolTip = '';
  menu: ReturnType<typeof menuFrom> | null = null;
  constructor(image: unknown) {
    super('Tray');
    app.requireReady('Cannot create Tray before app is ready');
    this.image = image;
    trays.push(this);
  }
  setImage(image: unknown) {
    this.image = image;
  }
  setToolTip(text: string) {
    this.toolTip = text;
  }
  setContextMenu(menu: unknown) {
    this.menu = menu as StandInTray['menu'];
  }
}

export class StandInNotification extends KnownEvents {
  static readonly all: StandInNotification[] = [];
  readonly title: string;
  readonly body: string;
  constructor({ title = '', body = '' }: { title?: string; body?: string } = {}) {
    super('Notification');
    app.requireReady('Cannot create Notification before app is ready');
    this.title = title;
    this.body = body;
  }
  static isSupported() {
    return true;
  }
  show() {
    StandInNotification.all.push(this);
  }
}

/** `Notification.all`, which Electron doesn't have, lists the notifications that were shown. */
export const Notification = strict('Notification', StandInNotification);

/** `Tray.all`, which Electron doesn't have, lists the trays. */
export const Tray = strict('Tray', Object.assign(StandInTray, { all: trays }));

export const nativeImage = strict('nativeImage', {
  /** Throws if the file is missing, where Electron returns an empty image: no icon may be missing. */
  createFromPath(path: string) {
    if (!existsSync(path)) throw new Error(`There is no image ${path}`);
    const image = { path, isTemplate: false, setTemplateImage: (is: boolean) => void (image.isTemplate = is) };
    return image;
  },
});

/** The items of the roles that are menus, of those that the host uses. */
const roleMenus: Readonly<Record<string, readonly MenuItemConstructorOptions[]>> = {
  editmenu: [
    { role: 'undo' },
    { role: 'redo' },
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'delete' },
    { type: 'separator' },
    { role: 'selectAll' },
  ],
  filemenu: [{ role: process.platform === 'darwin' ? 'close' : 'quit' }],
  windowmenu: [{ role: 'minimize' }, { role: 'zoom' }],
};

/** As Electron builds it: with the label and the items of its role, whose action takes the place of a click. */
function itemFrom(options: MenuItemConstructorOptions) {
  if (options.label === undefined && options.role === undefined && options.type !== 'separator') {
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
  }
  const role = options.role?.toLowerCase();
  const submenu = options.submenu ?? roleMenus[role ?? ''];
  return {
    ...options,
    role,
    label: options.label ?? options.role ?? '',
    submenu: submenu === undefined ? undefined : menuFrom(submenu as readonly MenuItemConstructorOptions[]),
    click: role === undefined ? options.click : () => {},
  };
}

/** A menu as Electron builds it: its items, found by id at any depth. */
function menuFrom(template: readonly (MenuItem | MenuItemConstructorOptions)[]) {
  const items = template.map((item) => itemFrom(item as MenuItemConstructorOptions)) as unknown as MenuItem[];
  const menu = {
    items: items as readonly MenuItem[],
    getMenuItemById(id: string): MenuItem | null {
      for (const item of items) {
        const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
        if (found) return found;
      }
      return null;
    },
  };
  return menu;
}

export const Menu = strict('Menu', {
  buildFromTemplate: menuFrom,
  setApplicationMenu: (menu: ReturnType<typeof menuFrom> | null) => void (applicationMenu = menu),
  getApplicationMenu: () => applicationMenu,
});

export const nativeTheme = strict<Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>>('nativeTheme', {
  themeSource: 'system',
  shouldUseDarkColors: false,
});

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
const screenNotReady = "The 'screen' module can't be used before the app 'ready' event";
export const screen = strict('screen', {
  getAllDisplays() {
    app.requireReady(screenNotReady);
    return [display];
  },
  getPrimaryDisplay() {
    app.requireReady(screenNotReady);
    return display;
  },
});

let crashOptions: { uploadToServer?: boolean; submitURL?: string } | null = null;
export const crashReporter = strict('crashReporter', {
  start(options: { uploadToServer?: boolean; submitURL?: string }) {
    if (options.uploadToServer !== false && options.submitURL === undefined) {
      throw new Error('submitURL must be specified when uploadToServer is true');
    }
    crashOptions = options;
  },
  getUploadToServer: () => crashOptions?.uploadToServer ?? false,
});

const blockers = new Map<number, string>();
/** `running`, which Electron doesn't have, lists the active blockers. */
export const powerSaveBlocker = strict('powerSaveBlocker', {
  running: () => [...blockers.values()],
  start(type: string) {
    const id = blockers.size + 1;
    blockers.set(id, type);
    return id;
  },
  stop: (id: number) => blockers.delete(id),
});

const shortcuts = new Map<string, () => void>();
/** Control+Shift+9 belongs to another program. `registered`, which Electron doesn't have, is for tests. */
export const globalShortcut = strict('globalShortcut', {
  registered: shortcuts,
  register(accelerator: string, press: () => void) {
    app.requireReady('globalShortcut cannot be used before the app is ready');
    if (accelerator === 'Control+Shift+9') return false;
    shortcuts.set(accelerator, press);
    return true;
  },
  unregister(accelerator: string) {
    app.requireReady('globalShortcut cannot be used before the app is ready');
    shortcuts.delete(accelerator);
  },
});
