// An SMS provider behind the send_sms hook: takes {user, sms: {otp}} by POST.
import { startWebhook } from './webhook.ts';

export interface SmsHook {
  /** For auth.hook.send_sms: `uri` and `secrets`. */
  uri: string;
  secrets: string;
  /** Accepted messages: numbers in digits, with their codes. */
  sent: { phone: string; otp: string }[];
  /** 0 accepts messages. */
  rejectWith(status: number): void;
  close(): Promise<void>;
}

export async function startSmsHook(): Promise<SmsHook> {
  const sent: SmsHook['sent'] = [];
  let rejectionStatus = 0;
  const { uri, secrets, close } = await startWebhook((input) => {
    if (rejectionStatus !== 0) return { status: rejectionStatus };
    const { user, sms } = input as { user: { phone: string }; sms: { otp: string } };
    sent.push({ phone: user.phone, otp: sms.otp });
    return {};
  });
  return {
    uri,
    secrets,
    sent,
    rejectWith(status) {
      rejectionStatus = status;
    },
    close,
  };
}
