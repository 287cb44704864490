import { useEffect } from 'react';
import { toast } from '../ui/toast.tsx';

const isMarked = typeof location !== 'undefined' && /[?#&]error[_=]/.test(location.href);

async function show(): Promise<void> {
  const { showUrlError, takeUrlError } = await import('./session/url-error.ts');
  takeUrlError();
  showUrlError((message) => {
    toast({ title: 'Error', description: message, variant: 'destructive' });
  });
}

/** Shows an auth error from the URL (`/?error=…`, `/#error=…`) on any page. */
export function UrlError() {
  useEffect(() => {
    if (isMarked) void show();
  }, []);
  return null;
}
