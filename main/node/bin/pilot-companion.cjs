#!/usr/bin/env node
// The program of the npm package. The version is answered here, without the bundle.
'use strict';
const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  require('node:fs').writeSync(1, `${require('../../package.json').version}\n`);
} else {
  require('./main.cjs');
}
