// A sign-in as a closed union of named steps: what it is at, and how it ended. Drawn by the window, told by the command line.
import * as z from 'zod/mini';
import { failureSchema } from './failure.ts';

/** The steps that a sign-in goes through, in order, until it is done or has failed. */
export const signInSteps = ['preparing', 'waiting-for-browser', 'exchanging', 'storing'] as const;

export const signInSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('preparing') }),
  z.object({
    step: z.literal('waiting-for-browser'),
    /** The authorisation address, to open or copy by hand. */
    address: z.string(),
    /** How the address begins that the browser ends on. */
    endsOn: z.string(),
    /** Epoch ms: nothing is waited for after that. */
    until: z.number(),
    /** That no browser opened by itself; null where one did, or is about to. */
    concern: z.nullable(failureSchema),
  }),
  z.object({ step: z.literal('exchanging') }),
  z.object({ step: z.literal('storing') }),
  z.object({
    step: z.literal('done'),
    /** Epoch ms. */
    at: z.number(),
    /** The pilot, as the service names them. */
    name: z.string(),
    /** What was asked for and not granted. */
    missing: z.array(z.string()),
  }),
  z.object({ step: z.literal('failed'), at: z.number(), why: failureSchema }),
]);
export type SignIn = z.infer<typeof signInSchema>;

export const isInProgress = (signIn: SignIn | null): boolean =>
  signIn !== null && signIn.step !== 'done' && signIn.step !== 'failed';
