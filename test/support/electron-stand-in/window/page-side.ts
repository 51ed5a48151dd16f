// The half of the stand-in in the page: the modules that the sandboxed preload may require, and the context bridge.
// `installPreload` runs in the page, so it must not use anything from its closure.

export type PageSide = {
  /** The paths of files that the test is about to drop, by name, size and time. A page can't know them. */
  readonly paths: Map<string, string>;
  deliver(channel: string, values: readonly unknown[]): void;
};

/** The global name of the page's half. */
export const pageSideKey = '__electronStandIn';
/** Playwright's binding to the process, removed before the page's own scripts run. */
export const invokeBinding = '__electronStandInInvoke';

type Require = (name: string) => unknown;
/** The preload as Electron's sandbox wraps it. The parameters are its additional globals. */
type Preload = (require: Require, module: { exports: object }, exports: object) => void;

/** The script that runs before any script of the page. It contains the preload's source, as the page's policy forbids eval. */
export function pageSideScript(preload: string | null): string {
  const wrapped =
    preload === null ? 'null' : `function (require, module, exports, process, Buffer, global) {\n${preload}\n}`;
  return `(${installPreload.toString()})(${JSON.stringify(pageSideKey)}, ${JSON.stringify(invokeBinding)}, ${wrapped});`;
}

function installPreload(pageSideKey: string, invokeBinding: string, preload: Preload | null): void {
  const page = globalThis as unknown as Record<string, unknown>;
  type Invoke = (channel: string, values: unknown[]) => Promise<unknown>;
  const invoke = page[invokeBinding] as Invoke | undefined;
  delete page[invokeBinding];
  // Without nodeIntegrationInSubFrames a preload runs in the main frame only.
  if (preload === null || invoke === undefined || window.top !== window) return;

  const cannotClone = () => new Error('An object could not be cloned.');
  const only = <T extends object>(name: string, members: T): T =>
    new Proxy(members, {
      get(object, key) {
        if (typeof key === 'symbol' || key in object) return Reflect.get(object, key) as unknown;
        throw new Error(`The stand-in for electron has no ${name}.${key} in a preload`);
      },
    });

  /** Passes a value across the context bridge: copies it, and wraps functions and promises. */
  function across(value: unknown): unknown {
    if (typeof value === 'symbol') throw cannotClone();
    if (typeof value === 'function') {
      return (...values: unknown[]) => across((value as (...all: unknown[]) => unknown)(...values.map(across)));
    }
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Promise) return value.then(across, (reason: unknown) => Promise.reject(across(reason)));
    // Blobs, including Files, and elements are passed by reference.
    if (value instanceof Blob || value instanceof Node) return value;
    if (Array.isArray(value)) return value.map(across);
    if (value instanceof Error) return new Error(value.message);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, across(member)]));
  }

  function freeze(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) freeze(member);
    }
    return Object.freeze(value);
  }

  /** IPC arguments are structured clones; DOM objects cannot be sent. */
  function sendable(values: unknown[]): unknown[] {
    const refuseDom = (value: unknown): void => {
      if (value instanceof Blob || value instanceof Node) throw cannotClone();
      if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
        for (const member of Object.values(value)) refuseDom(member);
      }
    };
    refuseDom(values);
    try {
      return structuredClone(values);
    } catch {
      throw cannotClone();
    }
  }

  const listeners = new Map<string, Set<(event: object, ...values: unknown[]) => void>>();
  const paths = new Map<string, string>();

  const electron = only('electron', {
    contextBridge: only('contextBridge', {
      exposeInMainWorld(key: string, api: unknown) {
        if (key in page)
          throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`);
        Object.defineProperty(page, key, {
          value: freeze(across(api)),
          enumerable: true,
          writable: false,
          configurable: false,
        });
      },
    }),
    ipcRenderer: only('ipcRenderer', {
      invoke: async (channel: string, ...values: unknown[]) => invoke(channel, sendable(values)),
      on(channel: string, listener: (event: object, ...values: unknown[]) => void) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      off(channel: string, listener: (event: object, ...values: unknown[]) => void) {
        listeners.get(channel)?.delete(listener);
      },
    }),
    webUtils: only('webUtils', {
      getPathForFile(file: unknown): string {
        if (!(file instanceof File)) throw new TypeError('getPathForFile expects a File');
        return paths.get(`${file.name}|${file.size}|${file.lastModified}`) ?? '';
      },
    }),
  });

  const side: PageSide = {
    paths,
    deliver(channel, values) {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...values);
    },
  };
  Object.defineProperty(page, pageSideKey, { value: side, enumerable: false });

  const require: Require = (name) => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  preload(require, module, module.exports);
}
