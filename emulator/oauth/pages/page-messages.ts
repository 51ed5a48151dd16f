// Every text of the emulator's pages: consent, error and root page. Messages of errors are shown as they are.
import { visible } from '../../http/visible.ts';

/** Keeps a name of any text direction apart from the sentence around it (Unicode isolates). */
const isolated = (name: string): string => `\u2068${visible(name)}\u2069`;

export const pageMessages = {
  service: 'Pilot Flight Service',
  demo: 'DEMO',
  notReal: 'No real account, no real flights.',
  consent: {
    /** Shown alone, so it needs no isolates. */
    title: (application: string) => `Allow ${visible(application)}`,
    question: (application: string) => `Allow ${isolated(application)} to access your account?`,
    about: 'Choose what it may do. Access lasts until you revoke it.',
    permissions: 'Permissions',
    scopes: {
      openid: 'Identify you',
      profile: 'See your name',
      'flights:read': 'Read your flights and their status',
      'flights:write': 'Upload flight reports for you',
    },
    pilot: 'Pilot',
    deny: 'Deny',
    approve: 'Approve',
    returnTo: (application: string, host: string) => `You’ll return to ${isolated(application)} at ${host}.`,
  },
  error: {
    title: 'There’s nothing to approve',
    about: 'No access was granted. Close this window and start again in the application.',
  },
  root: {
    title: 'Pilot Flight Service emulator',
    console: 'Console',
    consoleAbout: 'Requests, faults and the clock. Requires the control token.',
    health: 'Health',
    healthAbout: 'Version, mode and time as JSON.',
    openapi: 'OpenAPI description',
    openapiAbout: 'All calls of the service.',
    docs: 'Guide: docs/emulator/quick-start.md in the project, or the README of the npm package.',
  },
};
