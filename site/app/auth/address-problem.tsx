import { useEffect } from 'react';
import { toast } from '../ui/toast.tsx';

const isMarked = typeof location !== 'undefined' && /[?#&]error[_=]/.test(location.href);

async function show(): Promise<void> {
  const { showAddressProblem, takeAddressProblem } = await import('./session/address-problem.ts');
  takeAddressProblem();
  showAddressProblem((message) => {
    toast({ title: 'Error', description: message, variant: 'destructive' });
  });
}

/** Shows what the address says went wrong (`/?error=…`, `/#error=…`), on whatever page a link leads to. */
export function AddressProblem() {
  useEffect(() => {
    if (isMarked) void show();
  }, []);
  return null;
}
