// app://host/path is served to the page as https://host.app/path, because Chromium does not support app:.

const standsFor = /^https:\/\/([a-z0-9-]+)\.app(?=\/|$)/;

export const toChromium = (address: string): string =>
  address.replace(/^app:\/\/([a-z0-9-]+)(?=\/|$)/, 'https://$1.app');

export const toElectron = (address: string): string => address.replace(standsFor, 'app://$1');

export const isServed = (address: string): boolean => standsFor.test(address);

/** Returns the serialised origin, as in WebFrameMain. */
export function originOf(chromiumAddress: string): string {
  const served = standsFor.exec(chromiumAddress);
  if (served !== null) return `app://${served[1]}`;
  return URL.canParse(chromiumAddress) ? new URL(chromiumAddress).origin : 'null';
}
