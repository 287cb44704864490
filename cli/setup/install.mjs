// For `npm run check`: installs what is missing, as every other command does.
import { checkPlatform } from './check-platform.mjs';
import { installPackages } from './install-packages.mjs';
import { withSetupLock } from './setup-lock.mjs';

checkPlatform();
await withSetupLock(installPackages);
