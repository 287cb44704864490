import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { challengeFields, readChallenge } from '../sessions/code-challenge.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { validationFailed } from '../http/errors.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { normaliseEmail } from '../accounts/email-address.ts';
import { metadataSchema, requireSmallMetadata } from '../accounts/metadata.ts';
import { normalisePhone } from '../accounts/phone-number.ts';
import { sendSmsCode } from './send-sms-code.ts';
import { sendMagicLink } from './send-magic-link.ts';

const otpSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: metadataSchema.nullish(),
  channel: z.string().nullish(),
  ...challengeFields,
});

export async function otp(request: Request, deps: AuthDeps): Promise<Response> {
  const body = await readAuthBody(request, otpSchema);
  const { email, phone, channel } = body;
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided');
  if (!email && !phone) throw validationFailed('One of email or phone must be set');
  const data = body.data ?? {};
  requireSmallMetadata(Buffer.byteLength(JSON.stringify(data)));
  const createUser = body.create_user ?? true;
  if (!email) {
    if (channel && channel !== 'sms') throw validationFailed('Invalid channel, supported values are: sms');
    await sendSmsCode(request, { phone: normalisePhone(phone ?? ''), createUser, data }, deps);
    return jsonResponse({ message_id: null });
  }
  if (channel) throw validationFailed('Channel should only be specified with Phone OTP');
  const link = {
    email: normaliseEmail(email),
    createUser,
    data,
    challenge: readChallenge(body),
    redirectTo: redirectTarget(request, deps.config),
  };
  await sendMagicLink(request, link, deps);
  return jsonResponse({});
}

const magicLinkSchema = z.object({
  email: z.string().nullish(),
  data: metadataSchema.nullish(),
  ...challengeFields,
});

/** An older form of /otp. */
export async function magicLink(request: Request, deps: AuthDeps): Promise<Response> {
  const body = await readAuthBody(request, magicLinkSchema);
  if (!body.email) throw validationFailed('A magic link requires an email address');
  const data = body.data ?? {};
  requireSmallMetadata(Buffer.byteLength(JSON.stringify(data)));
  const link = {
    email: normaliseEmail(body.email),
    createUser: true,
    data,
    challenge: readChallenge(body),
    redirectTo: redirectTarget(request, deps.config),
  };
  await sendMagicLink(request, link, deps);
  return jsonResponse({});
}
