import 'react';

/** HTML's invoker attributes (`<button command="show-modal" commandfor="id">`), not yet in React's types. */
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'request-close' | undefined;
    commandfor?: string | undefined;
  }
}
