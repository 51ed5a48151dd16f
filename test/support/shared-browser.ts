// One Chromium for all browser tests: each file connects to it and opens its own contexts.
import { browserServerVariable, launchBrowserServer } from './browser.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await launchBrowserServer();
  process.env[browserServerVariable] = server.wsEndpoint();
  return () => server.close();
}
