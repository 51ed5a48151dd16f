// The texts of unit tests are written as on the computer of a pilot in Britain, whatever this one is set to.
Object.defineProperty(globalThis.navigator, 'language', { value: 'en-GB', configurable: true });
