// Texts of messages on the command line and on pages that Node serves.
import { createFormatter } from '../messages/formatter.ts';
import { app, cli, core } from '../messages/catalogue.ts';

/** Returns the system's locale; undefined if none is set, as in a container. */
function systemLocale(env: NodeJS.ProcessEnv): string | undefined {
  const posix = env['LC_ALL'] || env['LC_TIME'] || env['LANG'];
  if (posix === undefined || posix === '') {
    return process.platform === 'win32' ? Intl.DateTimeFormat().resolvedOptions().locale : undefined;
  }
  const name = posix.replace(/[.@].*$/, '');
  return name === 'C' || name === 'POSIX' ? undefined : name.replace('_', '-');
}

/** Returns the text of a message, with dates and numbers in the system's locale. */
export const { text } = createFormatter({
  catalogue: { ...app, ...core, ...cli },
  locale: systemLocale(process.env),
});
