// Prints the man page; scripts/release/cli-package.mjs puts it into the package.
import './in-english.ts';
import { manPage } from './man-page.ts';
import { version } from '../../host/version.ts';

process.stdout.write(manPage(version));
