// The version of Pilot Companion, which the emulator is a part of. A test holds it to package.json, which is not there
// to be read where the emulator is bundled.

export const version = '0.1.0';
