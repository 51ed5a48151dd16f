// Why a service was not chosen, announced immediately.
import type { Failure } from '../../main/contract/failure.ts';
import { FailureMessage } from '../elements/failure-message.tsx';

export const Refused = ({ why }: { readonly why: Failure }) => (
  <p className="invalid first-refused breakable" role="alert">
    <FailureMessage failure={why} />
  </p>
);
