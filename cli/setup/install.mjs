// Installs what is missing before a command that stands on packages, as every other verb does.
import { alone, checkPlatform, installOnce } from './prepare.mjs';

checkPlatform();
await alone(installOnce);
