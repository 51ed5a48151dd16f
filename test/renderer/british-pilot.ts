// Imported first: the window's texts below are written as on the computer of a pilot in Britain, whatever this one is set to.
Object.defineProperty(globalThis.navigator, 'language', { value: 'en-GB', configurable: true });
