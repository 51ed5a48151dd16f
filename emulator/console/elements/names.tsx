// Display names of pilots and applications.
import { usePart } from '../store/use-console.ts';

export function useNames() {
  const applications = usePart('applications').value?.items ?? [];
  const pilots = usePart('pilots').value?.items ?? [];
  return {
    applications,
    pilots,
    application: (clientId: string) => applications.find((one) => one.clientId === clientId)?.name ?? clientId,
    pilot: (id: string) => pilots.find((one) => one.id === id)?.name ?? id,
  };
}
