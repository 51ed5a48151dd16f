// Guards every page that Electron makes, and opens links outside: the pilot's own services and the sign-in only.
import { app, shell } from 'electron';
import type { Settings } from '../../contract/settings.ts';
import type { Logger } from '../../core/platform/ports.ts';
import { guardContents, mayOpenOutside } from './guards.ts';

type GuardPagesOptions = {
  readonly log: Logger;
  readonly onBlocked: (what: string, address: string) => void;
  /** The address of the sign-in in progress. */
  readonly signInAddress: () => string | null;
  readonly settings: () => Settings;
};

export function guardPages({ log, onBlocked, signInAddress, settings }: GuardPagesOptions): void {
  const knownPlaces = () => ({ signIn: signInAddress(), services: settings().services.map(({ address }) => address) });
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, {
      openOutside(address) {
        if (!mayOpenOutside(address, knownPlaces())) return onBlocked('new window', address);
        shell.openExternal(address).catch((reason: unknown) => log.warn('a link could not be opened', { reason }));
      },
      onBlocked,
    });
  });
}
