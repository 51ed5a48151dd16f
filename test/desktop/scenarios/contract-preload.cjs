// A preload of the contract (contract.ts). The values are made here: the bridge to the page copies by rules of its own.
const { contextBridge, ipcRenderer } = require('electron');

class Flight {
  id = 1;
  notes = [null, 'Flüge “1”'];
  leave() {}
}

contextBridge.exposeInMainWorld('contract', {
  async send() {
    const echo = async (/** @type {unknown} */ value) => ipcRenderer.invoke('contract:echo', value);
    const bytes = await echo(new Uint8Array([1, 2]));
    const flight = await echo(new Flight());
    const others = /** @type {const} */ ([
      ['a function', () => {}],
      ['a promise', Promise.resolve()],
      ['a symbol', Symbol('s')],
      ['a file', new File(['x'], 'x.png')],
    ]);
    const refused = [];
    for (const [what, value] of others) await echo(value).catch(() => refused.push(what));
    const failure = await ipcRenderer.invoke('contract:fails').catch((/** @type {Error} */ error) => error);
    return {
      bytes: `${bytes.constructor.name} ${bytes}`,
      flight: JSON.stringify(flight),
      methods: ['leave'].filter((name) => name in flight),
      refused,
      failure: failure.message,
      secret: failure.secret ?? null,
    };
  },
});
