// The state of a sign-in: its current step, or how it ended.
import * as z from 'zod/mini';
import { nameSchema } from '../messages/message.ts';
import { failureSchema } from './failure.ts';

/** The steps of a sign-in, in order. */
export const signInSteps = ['preparing', 'waiting-for-browser', 'exchanging', 'storing'] as const;

export const signInSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('preparing') }),
  z.object({
    step: z.literal('waiting-for-browser'),
    /** The authorization address, to open or copy by hand. */
    address: z.string(),
    /** The beginning of the address that the browser ends on. */
    endsOn: z.string(),
    /** Epoch ms: when the sign-in times out. */
    until: z.number(),
    /** Why no browser opened; null if one did, or is about to. */
    concern: z.nullable(failureSchema),
  }),
  z.object({ step: z.literal('exchanging') }),
  z.object({ step: z.literal('storing') }),
  z.object({
    step: z.literal('done'),
    /** Epoch ms. */
    at: z.number(),
    /** The pilot's name at the service. */
    name: nameSchema,
    /** Scopes that were requested and not granted. */
    missing: z.array(z.string()),
  }),
  z.object({ step: z.literal('failed'), at: z.number(), why: failureSchema }),
]);
export type SignIn = z.infer<typeof signInSchema>;

export const isInProgress = (signIn: SignIn | null): boolean =>
  signIn !== null && signIn.step !== 'done' && signIn.step !== 'failed';
