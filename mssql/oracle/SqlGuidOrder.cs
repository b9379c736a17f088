// Prints GUIDs in the order of System.Data.SqlTypes.SqlGuid, which compares as SQL Server's uniqueidentifier does.
//
// The input is the same on every machine: GUIDs that differ in one octet each, from zero and among each other, and GUIDs of a generator with a fixed
// beginning, every fourth of which repeats the last octets of the one before, so that the later parts of the order decide too.

using System;
using System.Collections.Generic;
using System.Data.SqlTypes;

static class SqlGuidOrder
{
    const int Random = 384;

    static ulong state = 42;

    // A linear congruential generator: 64 bits, of which the upper half are given.
    static uint Next()
    {
        state = unchecked(state * 6364136223846793005UL + 1442695040888963407UL);
        return (uint)(state >> 32);
    }

    static Guid FromNet(byte[] net)
    {
        var text = BitConverter.ToString(net).Replace("-", "");
        return Guid.ParseExact(text, "N");
    }

    static List<Guid> Inputs()
    {
        var inputs = new List<Guid> { Guid.Empty };
        foreach (var value in new byte[] { 0x01, 0x7f, 0x80, 0xff })
        {
            for (var place = 0; place < 16; place++)
            {
                var net = new byte[16];
                net[place] = value;
                inputs.Add(FromNet(net));
            }
        }
        // All octets alike but one.
        for (var place = 0; place < 16; place++)
        {
            var net = new byte[16];
            for (var index = 0; index < 16; index++) net[index] = 0x40;
            inputs.Add(FromNet((byte[])net.Clone()));
            net[place] = 0x41;
            inputs.Add(FromNet(net));
        }
        var before = new byte[16];
        for (var count = 0; count < Random; count++)
        {
            var net = new byte[16];
            for (var index = 0; index < 16; index++) net[index] = (byte)(Next() >> 24);
            // 6, 8, 10, 12, 14 or 15 octets of the one before, from the last one on.
            if (count % 4 == 3)
            {
                var kept = new[] { 6, 8, 10, 12, 14, 15 }[Next() % 6];
                Array.Copy(before, 16 - kept, net, 16 - kept, kept);
            }
            inputs.Add(FromNet(net));
            before = net;
        }
        return inputs;
    }

    static void Main()
    {
        var seen = new HashSet<Guid>();
        var guids = new List<SqlGuid>();
        foreach (var guid in Inputs())
        {
            if (seen.Add(guid)) guids.Add(new SqlGuid(guid));
        }
        guids.Sort((a, b) => a.CompareTo(b));
        foreach (var guid in guids) Console.WriteLine(guid.Value.ToString("D"));
    }
}
