// A preset: one JSON file from the people who run a service, so that its pilots sign in without filling in a form.
// docs/presets.md describes it.
import * as z from 'zod/mini';
import {
  baseAddress,
  newService,
  newServiceId,
  serviceAddressSchema,
  serviceSchema,
  type ServiceSettings,
} from '../../contract/settings.ts';

const { name, clientId, brokerAddress, issuer, authorizePath, redirectPath, redirectPort, scopes, zone, flightPage } =
  serviceSchema.shape;

export const presetSchema = z.strictObject({
  /** For editors that read JSON Schemas; not used. */
  $schema: z.optional(z.string()),
  name,
  // Settings may lack both; a preset is of no use without them.
  address: serviceAddressSchema,
  clientId: clientId.check(z.minLength(1)),
  /** Where the client secret is added; without it pilots enter the secret of their own application. */
  brokerAddress: z.optional(brokerAddress),
  issuer: z.optional(issuer),
  authorizePath: z.optional(authorizePath),
  redirectPath: z.optional(redirectPath),
  redirectPort: z.optional(redirectPort),
  scopes: z.optional(scopes),
  zone: z.optional(zone),
  flightPage: z.optional(flightPage),
});
export type Preset = z.infer<typeof presetSchema>;

/** The service that a preset describes, with an id that none of `services` has. */
export function serviceOfPreset(
  { $schema: _schema, ...preset }: Preset,
  services: readonly ServiceSettings[],
): ServiceSettings {
  const fresh = newService(newServiceId(preset.name, services), preset.name);
  const given = Object.fromEntries(Object.entries(preset).filter(([, value]) => value !== undefined));
  const mode = preset.brokerAddress ? 'broker' : 'own-application';
  return { ...fresh, ...given, address: baseAddress(preset.address), mode };
}
