import type { Keytar } from '../../../main/node/secrets/keytar.ts';

/** A keychain with keytar's functions. */
export function createKeychain() {
  const values = new Map<string, string>();
  const keytar: Keytar = {
    getPassword: async (service, account) => values.get(`${service}|${account}`) ?? null,
    setPassword: async (service, account, password) => void values.set(`${service}|${account}`, password),
    deletePassword: async (service, account) => values.delete(`${service}|${account}`),
    findCredentials: async (service) =>
      [...values].flatMap(([name, password]) =>
        name.startsWith(`${service}|`) ? [{ account: name.slice(service.length + 1), password }] : [],
      ),
  };
  return { values, keytar };
}
