// Lists, adds and changes applications. The world contains only the digests of their secrets.

import { digestOf, randomSecret } from '../../http/digest.ts';
import { registrationError } from '../../oauth/redirect-uri.ts';
import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import type { Application } from '../../world/world.ts';
import { pageByName, viewPage } from './paging.ts';
import type { ApplicationChange, ApplicationView, NewApplication, Page, PageRequest } from '../../api-types.ts';

export type ApplicationsControl = {
  list(request: PageRequest): Page<ApplicationView>;
  /** Only this result contains the secret. */
  add(application: NewApplication): ApplicationView & { clientSecret: string };
  update(change: ApplicationChange & { clientId: string }): ApplicationView;
};

/** @param secrets the plain secrets by client ID; new ones are added */
export function createApplicationsControl(
  { world, clock, changed }: Pick<EmulatorContext, 'world' | 'clock' | 'changed'>,
  secrets: Map<string, string>,
): ApplicationsControl {
  return {
    list: (request) =>
      viewPage(
        pageByName(world.applications.values(), ({ clientId }) => clientId, request),
        viewApplication,
      ),
    add({ clientId, name = clientId, clientSecret = randomSecret('cs_'), redirectUris, writeEnabled = true }) {
      if (world.applications.has(clientId)) {
        throw new EmulatorError('not-allowed', `Application ${clientId} already exists.`);
      }
      checkAddresses(redirectUris);
      const secretDigest = digestOf(clientSecret);
      const application: Application = {
        clientId,
        name,
        secretDigest,
        redirectUris: [...redirectUris],
        writeEnabled,
        disabledAtMs: null,
      };
      world.applications.set(clientId, application);
      secrets.set(clientId, clientSecret);
      changed('applications');
      return { ...viewApplication(application), clientSecret };
    },
    update({ clientId, disabled, writeEnabled, redirectUris, clientSecret }) {
      const application = world.applications.get(clientId);
      if (application === undefined) throw new EmulatorError('unknown', `Application ${clientId} not found.`);
      checkAddresses(redirectUris ?? []);
      if (disabled !== undefined) application.disabledAtMs = disabled ? clock.now() : null;
      if (writeEnabled !== undefined) application.writeEnabled = writeEnabled;
      if (redirectUris !== undefined) application.redirectUris = [...redirectUris];
      if (clientSecret !== undefined) {
        application.secretDigest = digestOf(clientSecret);
        secrets.set(clientId, clientSecret);
      }
      changed('applications', 'tokens', 'limits');
      return viewApplication(application);
    },
  };
}

function checkAddresses(addresses: readonly string[]): void {
  for (const address of addresses) {
    const obstacle = registrationError(address);
    if (obstacle !== null) {
      throw new EmulatorError('not-allowed', `Can’t register ${address}: it ${obstacle}.`);
    }
  }
}

const viewApplication = (application: Application): ApplicationView => ({
  clientId: application.clientId,
  name: application.name,
  redirectUris: [...application.redirectUris],
  writeEnabled: application.writeEnabled,
  disabled: application.disabledAtMs !== null,
});
