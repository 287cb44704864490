// For `npm run check`.
import { checkPlatform } from './check-platform.mjs';
import { installPackages } from './install-packages.mjs';
import { withSetupLock } from './setup-lock.mjs';

checkPlatform();
await withSetupLock(installPackages);
