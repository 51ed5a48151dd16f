#!/usr/bin/env node
// The program of the npm package. The version is answered here, without the bundle.
'use strict';
const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  try {
    require('node:fs').writeSync(1, `${require('../../package.json').version}\n`);
  } catch (error) {
    // A reader that has read enough is no error.
    if (error.code !== 'EPIPE') {
      // The catalogue's cli.output.notWritten, in English: loading it would take longer than the answer.
      const text = `Couldn't write the output (${error.code}). Make sure there is free space where it goes.`;
      process.stderr.write(`${text}\n`);
      process.exitCode = 1;
    }
  }
} else {
  require('./main.cjs');
}
