/** Width and height in pixels from the header of a PNG, GIF, JPEG or WebP file; `undefined` for anything else. */
export function imageSize(data: Buffer): { width: number; height: number } | undefined {
  if (data.length >= 24 && data.readUInt32BE(0) === 0x89504e47) {
    return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  }
  if (data.length >= 10 && data.toString('latin1', 0, 4) === 'GIF8') {
    return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  }
  if (data.length >= 30 && data.toString('latin1', 0, 4) === 'RIFF' && data.toString('latin1', 8, 12) === 'WEBP') {
    return webpSize(data);
  }
  return data.length >= 4 && data.readUInt16BE(0) === 0xffd8 ? jpegSize(data) : undefined;
}

function webpSize(data: Buffer): { width: number; height: number } | undefined {
  const kind = data.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = data.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

function jpegSize(data: Buffer): { width: number; height: number } | undefined {
  let position = 2;
  while (position + 9 <= data.length && data[position] === 0xff) {
    const marker = data.readUInt8(position + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: data.readUInt16BE(position + 7), height: data.readUInt16BE(position + 5) };
    position += 2 + data.readUInt16BE(position + 2);
  }
  return undefined;
}
