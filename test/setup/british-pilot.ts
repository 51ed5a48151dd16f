// The texts of unit tests are those of a computer in Britain, regardless of this one's settings.
Object.defineProperty(globalThis.navigator, 'language', { value: 'en-GB', configurable: true });
