// The version of Pilot Companion. A test compares it with package.json, which a bundle cannot read.

export const version = '0.1.0';
