import { isPrivatePath } from '../../site/server/private-paths.ts';

const maxLength = 200;
const servicePaths = /^\/(rest|storage|functions|realtime|assets)(\/|$)/;
/** A mail address, a phone number, a UUID, a token: they may say who somebody is. */
const personal = /@|%40|\d{7}|[0-9a-f]{8}-[0-9a-f]{4}-|[a-z0-9_=]{24}/;

/** Whether a path in lower case may be listed as an address that visitors missed. */
export function isPageAddress(path: string): boolean {
  return (
    path.length > 1 &&
    path.length <= maxLength &&
    /^\/[a-z0-9%._~!$'()*+,;:=/-]*$/.test(path) &&
    !path.startsWith('//') &&
    !servicePaths.test(path) &&
    !isPrivatePath(path) &&
    !personal.test(path)
  );
}
