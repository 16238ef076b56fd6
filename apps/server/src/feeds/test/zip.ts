import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  content: Buffer;
  /** What the archive says the unpacked size is, if it lies. */
  claimedSize?: number;
}

function header(file: ZipFile, packed: Buffer, size: number, central: boolean, offset: number): Buffer {
  const name = Buffer.from(file.name);
  const fields = Buffer.alloc(central ? 46 : 30);
  const shift = central ? 2 : 0;
  fields.writeUInt32LE(central ? 0x02014b50 : 0x04034b50, 0);
  if (central) fields.writeUInt16LE(20, 4);
  fields.writeUInt16LE(20, 4 + shift);
  fields.writeUInt16LE(8, 8 + shift);
  fields.writeUInt32LE(crc32(file.content), 14 + shift);
  fields.writeUInt32LE(packed.length, 18 + shift);
  fields.writeUInt32LE(size, 22 + shift);
  fields.writeUInt16LE(name.length, 26 + shift);
  if (central) fields.writeUInt32LE(offset, 42);
  return Buffer.concat([fields, name]);
}

/** A zip archive of the given files, deflated. */
export function zip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const packed = deflateRawSync(file.content);
    const size = file.claimedSize ?? file.content.length;
    const local = header(file, packed, size, false, 0);
    directory.push(header(file, packed, size, true, offset));
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
