import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** Of a personal_sign signature (EIP-191), lower case; undefined for an invalid one. */
export function recoverWalletAddress(message: string, signature: string): string | undefined {
  const bytes = Buffer.from(signature.replace(/^0x/, ''), 'hex');
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (bytes.length !== 65 || recovery > 1) return undefined;
  const content = Buffer.from(message);
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${content.length}`);
  const digest = keccak_256(Buffer.concat([prefix, content]));
  try {
    const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest);
    const hash = keccak_256(point.toBytes(false).subarray(1));
    return `0x${Buffer.from(hash.subarray(12)).toString('hex')}`;
  } catch {
    return undefined;
  }
}
